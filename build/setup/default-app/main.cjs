// What Electron's own default app does for `electron <folder> [arguments]`, and no more: this runtime has none.
const { app } = require('electron')
const fs = require('node:fs')
const path = require('node:path')

// argv of an unpackaged Electron: the executable, Chromium's and our switches, the folder, the app's own arguments.
const folder = process.argv.slice(1).find((argument) => !argument.startsWith('-'))
if (!folder) {
  process.stderr.write('usage: electron <folder>\n')
  process.exit(2)
}
const root = path.resolve(folder)
const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
app.setName(manifest.productName ?? manifest.name)
// Not in the public types, but what Electron's own default app calls.
Reflect.get(app, 'setVersion').call(app, manifest.version)
Reflect.get(app, 'setAppPath').call(app, root)
require(path.join(root, manifest.main))
