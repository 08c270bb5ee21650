import { describe, expect, it } from 'vitest'
import { serverSign } from './server-signs'

describe('the sign of a server (S-176, S-189, S-195)', () => {
  it.each<[string, string, string | null]>([
    [
      'vite',
      '\n  VITE v5.4.0  ready in 320 ms\n\n  ➜  Local:   http://localhost:5173/\n  ➜  Network: use --host to expose\n  ➜  press h + enter to show help\n',
      'http://localhost:5173/',
    ],
    [
      'next',
      '   ▲ Next.js 15.0.0\n   - Local:        http://localhost:3000\n   - Network:      http://192.168.1.20:3000\n\n ✓ Starting...\n ✓ Ready in 1234ms\n',
      'http://localhost:3000',
    ],
    ['next, last burst', ' ✓ Ready in 2.1s\n', null],
    [
      'http.server',
      'Serving HTTP on 127.0.0.1 port 45677 (http://127.0.0.1:45677/) ...\n',
      'http://127.0.0.1:45677/',
    ],
    [
      'http.server on all',
      'Serving HTTP on 0.0.0.0 port 8000 (http://0.0.0.0:8000/) ...\n',
      'http://localhost:8000/',
    ],
    [
      'flask',
      ' * Serving Flask app "x"\n * Running on http://127.0.0.1:5000\nPress CTRL+C to quit\n',
      'http://127.0.0.1:5000',
    ],
    ['flask with its debugger', ' * Debugger is active!\n * Debugger PIN: 123-456-789\n', null],
    [
      'uvicorn',
      'INFO:     Uvicorn running on http://[::1]:8000 (Press CTRL+C to quit)\nINFO:     Application startup complete.\n',
      'http://[::1]:8000',
    ],
    [
      'django',
      'Starting development server at http://127.0.0.1:8000/\nQuit the server with CONTROL-C.\n',
      'http://127.0.0.1:8000/',
    ],
    ['rails', '* Listening on http://127.0.0.1:3000\nUse Ctrl-C to stop\n', 'http://127.0.0.1:3000'],
    ['php', '[Tue] PHP 8.2.0 Development Server (http://localhost:8080) started\n', 'http://localhost:8080'],
    [
      'angular',
      '** Angular Live Development Server is listening on localhost:4200, open your browser on http://localhost:4200/ **\n',
      'http://localhost:4200/',
    ],
    ['express', 'Example app listening on port 3000\n', null],
    ['a port alone', 'listening on :8080', null],
    ['an open line', 'Server listening at 0.0.0.0:9000', null],
    [
      'spring',
      'Tomcat started on port(s): 8080 (http) with context path\nStarted App in 3.2 seconds\n',
      null,
    ],
    [
      'gunicorn',
      '[INFO] Listening at: http://127.0.0.1:8000 (42)\n[INFO] Using worker: sync\n[INFO] Booting worker with pid: 43\n',
      'http://127.0.0.1:8000',
    ],
    ['a LAN address', 'Available on:\n  available at http://10.0.0.7:8080\n', 'http://10.0.0.7:8080'],
    ['tsc', '[10:00:00 AM] Found 0 errors. Watching for file changes.\n', null],
    ['a test runner', 'PASS  44 files\nWaiting for file changes...\n', null],
    ['jest', 'Watch Usage\n › Press f to run only failed tests.\n › Press q to quit watch mode.\n', null],
    ['vitest', ' PASS  Waiting for file changes...\n       press h to show help, press q to quit\n', null],
    ['rollup', '[2024-01-01 10:00:00] waiting for changes...\n', null],
    ['esbuild', '[watch] build finished, watching for changes...\n', null],
    ['nodemon', '[nodemon] clean exit - waiting for changes before restart\n', null],
    ['webpack', 'webpack 5.90.0 compiled successfully in 812 ms\n', null],
    ['redis', '1:M * Ready to accept connections tcp\n', null],
    ['postgres', 'LOG:  database system is ready to accept connections\n', null],
  ])('is what %s prints', (_what, output, address) => {
    expect(serverSign(output)).toEqual({ address })
  })

  it.each([
    ['nothing', ''],
    ['a build', 'vite v5.4.0 building for production...\n✓ 44 modules transformed.\ndist/index.js 1.2 kB\n'],
    ['an address without an offer', 'http://localhost:3000/api/users\n'],
    [
      'wget',
      '--2024-01-01--  http://localhost:8080/big.iso\nConnecting to localhost|127.0.0.1|:8080... connected.\n',
    ],
    [
      'curl -v',
      '*   Trying 127.0.0.1:8080...\n* Connected to localhost (127.0.0.1) port 8080\n> GET / HTTP/1.1\n',
    ],
    ['wait-on', 'waiting for 1 resources: http://localhost:3000\n'],
    ['a refusal', 'curl: (7) Failed to connect to localhost port 3000: Connection refused\n'],
    ['a taken port', 'Error: listen EADDRINUSE: address already in use :::3000\n'],
    ['somebody else’s server', 'server at http://localhost:3000 is not running\n'],
    ['a public address', 'Server running at https://example.com:443/\n'],
    ['an address without a port', 'Local: http://localhost/\n'],
    ['tests of a server', ' ✓ listens for requests (12 ms)\n'],
    ['a download', 'Downloading from http://192.168.1.2:8081/repo/a.jar, server ready\n'],
    ['a key to go on', 'Press any key to continue\n'],
    ['a long line of data', `${'x'.repeat(400)} listening on port 3000\n`],
  ])('is not %s (S-196, S-197)', (_what, output) => {
    expect(serverSign(output)).toBeNull()
  })

  it('comes to an end on hostile lines', () => {
    const hostile = [
      'listening on '.repeat(23),
      'watching '.repeat(33),
      'press '.repeat(50),
      'http://10.'.repeat(30),
    ]
    // A pattern that backtracks without end would never come back.
    for (let round = 0; round < 200; round++) expect(serverSign(hostile.join('\n'))).toBeNull()
  })
})
