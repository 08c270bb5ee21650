/** A key or key combination as it is printed on the keyboard. */
export function Kbd(props: { children: string }) {
  return <kbd>{props.children}</kbd>
}
