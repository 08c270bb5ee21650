import { describe, expect, it } from 'vitest'
import { missingLibraries, packagesFor } from './system-libraries.mjs'

const LDD = `	linux-vdso.so.1 (0x00007ffd5b9f2000)
	libffmpeg.so => /opt/electron/libffmpeg.so (0x00007f0000000000)
	libnss3.so => not found
	libnssutil3.so => not found
	libgtk-3.so.0 => not found
	libnss3.so => not found
	libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f0000000000)
	/lib64/ld-linux-x86-64.so.2 (0x00007f0000000000)
`

describe('system libraries', () => {
  it('finds each missing library of an ldd listing once', () => {
    expect(missingLibraries(LDD)).toEqual(['libnss3.so', 'libnssutil3.so', 'libgtk-3.so.0'])
  })

  it('finds nothing in a complete or empty listing', () => {
    expect(missingLibraries('	libc.so.6 => /lib/libc.so.6 (0x0)\n')).toEqual([])
    expect(missingLibraries('')).toEqual([])
  })

  it('names each package once and keeps libraries that it does not know', () => {
    expect(packagesFor(['libnss3.so', 'libnssutil3.so', 'libfuture.so.9'])).toEqual({
      packages: ['libnss3'],
      unknown: ['libfuture.so.9'],
    })
  })
})
