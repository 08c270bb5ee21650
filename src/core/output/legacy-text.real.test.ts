import { afterAll, expect, it } from 'vitest'
import { RealCommands } from '../testing/real-commands'

const commands = new RealCommands()
afterAll(() => commands.dispose())

it('a command of a profile with a GBK locale is read in GBK, its UTF-8 lines in UTF-8 (B-053, S-067)', async () => {
  const { output } = await commands.run(
    String.raw`printf '\326\320\316\304\312\344\263\366 tail-ascii\n'; printf '\345\244\247\n'`,
    { profile: { LC_ALL: null, LC_CTYPE: null, LANG: 'zh_CN.GBK' } },
  )
  expect(output).toBe('中文输出 tail-ascii\n大\n')
})

it('without such a locale broken bytes stay marked as broken (S-067)', async () => {
  const { output } = await commands.run(String.raw`printf '\326\320 tail-ascii\n'`, {
    profile: { LC_ALL: 'C.UTF-8' },
  })
  expect(output).toMatch(/^\ufffd+ tail-ascii\n$/)
})
