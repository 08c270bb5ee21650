/** The few words that the main process shows itself. */
export type Words = {
  cut: string
  copy: string
  paste: string
  selectAll: string
  openFolder: string
  runbook: string
}

const EN: Words = {
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  selectAll: 'Select all',
  openFolder: 'Open folder',
  runbook: 'Open runbook',
}
const RU: Words = {
  cut: 'Вырезать',
  copy: 'Копировать',
  paste: 'Вставить',
  selectAll: 'Выделить всё',
  openFolder: 'Открыть папку',
  runbook: 'Открыть Runbook',
}
const UK: Words = {
  cut: 'Вирізати',
  copy: 'Копіювати',
  paste: 'Вставити',
  selectAll: 'Виділити все',
  openFolder: 'Відкрити папку',
  runbook: 'Відкрити Runbook',
}

/** The words for a BCP 47 tag; English for languages that Vigil does not speak. */
export function wordsFor(tag: string): Words {
  const language = tag.toLowerCase().split(/[-_]/)[0]
  if (language === 'ru') return RU
  if (language === 'uk') return UK
  return EN
}
