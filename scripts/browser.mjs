// The browser that the tests of the pages run in.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { node, root } from './setup.mjs'

/**
 * Chromium without a user interface: the same engine, which opens a page in a third of the time.
 */
const shell = '/usr/bin/chromium-headless-shell'

/**
 * The path of a browser, tried in this order: CHROME_PATH, Debian's package if we are root, an
 * installed browser, Playwright's own.
 */
export function findBrowser() {
  const usualPaths = [
    process.env.CHROME_PATH,
    shell,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ]

  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

  if (!process.env.CHROME_PATH && !existsSync(shell) && mayInstall) {
    process.stdout.write('Installing Chromium for the browser tests ...\n')
    const install =
      'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq ' +
      '--no-install-recommends chromium-headless-shell fonts-liberation'
    spawnSync('sh', ['-c', install], { stdio: ['ignore', 'ignore', 'inherit'] })
  }

  const installedPath = usualPaths.find((path) => path && existsSync(path))
  if (installedPath) return installedPath

  spawnSync(node, [join(root, 'node_modules/playwright-core/cli.js'), 'install', 'chromium'], {
    stdio: 'ignore',
  })

  const playwrightPath = spawnSync(
    node,
    [
      '--input-type=module',
      '-e',
      "import { chromium } from 'playwright-core'; process.stdout.write(chromium.executablePath())",
    ],
    { cwd: join(root, 'e2e'), encoding: 'utf8' },
  ).stdout

  return playwrightPath && existsSync(playwrightPath) ? playwrightPath : undefined
}
