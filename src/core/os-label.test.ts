import { expect, it } from 'vitest'
import { osLabel } from './os-label'

it.each([
  ['Linux', '6.1.0-28-amd64', 'Linux 6.1'],
  ['Darwin', '23.5.0', 'macOS (Darwin) 23.5'],
  ['Windows_NT', '10.0.22631', 'Windows 10.0'],
  ['FreeBSD', '14', 'FreeBSD 14'],
])('calls %s %s %s', (type, release, label) => {
  expect(osLabel(type, release)).toBe(label)
})
