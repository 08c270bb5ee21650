import { describe, expect, it } from 'vitest'
import { pastedImages } from './use-attached-images'

const file = (type: string) => new File(['x'], 'a', { type })
const paste = (text: string, ...files: File[]) =>
  pastedImages({ files: files as unknown as FileList, getData: () => text })

describe('a paste (A-043)', () => {
  it('is an image when it is one, whatever else lies beside it', () => {
    const png = file('image/png')
    expect(paste('', png, file('text/html'))).toEqual([png])
  })
  it('is a text when it has one: a table comes with a picture of itself', () => {
    expect(paste('a\tb', file('image/png'))).toEqual([])
  })
  it('is nothing of ours without images', () => {
    expect(paste('', file('application/zip'))).toEqual([])
    expect(paste('words')).toEqual([])
  })
})
