// The browser that the tests of the pages run in.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { node, root } from './setup.mjs'

/** A browser: an installed one, Debian's package where we are root, playwright's own. */
export function findBrowser() {
  const known = [
    process.env.CHROME_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ]
  const found = () => known.find((path) => path && existsSync(path))
  if (found()) return found()
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write('Installing Chromium for the browser tests ...\n')
    spawnSync(
      'sh',
      [
        '-c',
        'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-liberation',
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    )
    if (found()) return found()
  }
  spawnSync(node, [join(root, 'node_modules/playwright-core/cli.js'), 'install', 'chromium'], {
    stdio: 'ignore',
  })
  const own = spawnSync(
    node,
    [
      '--input-type=module',
      '-e',
      "import { chromium } from 'playwright-core'; process.stdout.write(chromium.executablePath())",
    ],
    { cwd: join(root, 'e2e'), encoding: 'utf8' },
  ).stdout
  return own && existsSync(own) ? own : undefined
}
