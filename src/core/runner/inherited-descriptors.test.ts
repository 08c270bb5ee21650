import { describe, expect, it } from 'vitest'
import { type Descriptor, inheritedDescriptors } from './inherited-descriptors'

const open = (fd: number, target: string, closesOnExec = false): Descriptor => ({ fd, target, closesOnExec })
const kept = new Set([0, 1, 2, 3])

describe('what a runner closes of what it inherited (B-036)', () => {
  it('is what its parent had under the same number and did not keep from children', () => {
    const parent = [open(5, 'socket:[11]'), open(6, '/app/chats.db'), open(7, 'pipe:[12]', true)]
    const own = [
      // Marked by the runtime at its start, and still the parent's.
      open(5, 'socket:[11]', true),
      open(6, '/app/chats.db'),
      open(7, 'pipe:[99]', true),
      open(8, 'anon_inode:[eventpoll]', true),
    ]
    expect(inheritedDescriptors(own, parent, kept)).toEqual([5, 6])
  })

  it('is also what the parent has closed meanwhile, unless it is a file that the runtime may have opened', () => {
    const own = [
      open(4, '/electron/v8_context_snapshot.bin'),
      open(40, 'socket:[1]'),
      open(41, 'anon_inode:inotify'),
      open(42, '/dev/shm/.org.chromium.Chromium.X (deleted)'),
      open(43, '/dev/ptmx'),
      open(44, '/memfd:shared (deleted)'),
      open(45, 'socket:[2]', true),
    ]
    expect(inheritedDescriptors(own, [], kept)).toEqual([40, 41, 42, 43, 44])
  })

  it('is never a standard stream or the channel', () => {
    const all = [0, 1, 2, 3].map((fd) => open(fd, 'pipe:[1]'))
    expect(inheritedDescriptors(all, all, kept)).toEqual([])
  })
})
