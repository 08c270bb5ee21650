/**
 * The texts a language with one, few and many must supply for the English ones: the same keys, and all four
 * plural forms where English has two. A missing or extra key is a type error.
 */
export type SlavicTexts<English> = {
  [K in keyof English as K extends `${infer Base}_one`
    ? `${Base}_one` | `${Base}_few` | `${Base}_many`
    : K]: string
}
