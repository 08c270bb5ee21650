import type { ResolvedShell, ShellResolver } from '../ports'

/** A resolver that always answers bash, or what the test gave it. */
export type FakeShellResolver = ShellResolver & {
  shell: ResolvedShell & { profileName: string }
  /** Holds every resolving until released; an abort ends it at once, as for the real one (S-306). */
  hold(): { release(): void }
}

/** Creates a {@link FakeShellResolver}. */
export function createFakeShellResolver(): FakeShellResolver {
  let gate: Promise<void> | null = null
  const resolver: FakeShellResolver = {
    shell: {
      kind: 'bash',
      path: '/bin/bash',
      args: [],
      env: {},
      flavour: 'posix',
      note: null,
      profileName: 'bash',
    },
    hold() {
      let open = () => {}
      gate = new Promise((resolve) => {
        open = resolve
      })
      return {
        release() {
          gate = null
          open()
        },
      }
    },
    async listProfiles() {
      return [{ name: 'bash', path: '/bin/bash', args: [], env: {}, source: 'detected' }]
    },
    async resolve(signal) {
      signal.throwIfAborted()
      if (gate) {
        await Promise.race([
          gate,
          new Promise<never>((_, reject) =>
            signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
          ),
        ])
      }
      return resolver.shell
    },
  }
  return resolver
}
