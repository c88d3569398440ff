// npm run screens: screenshots of every screen, in both languages and themes, for phone and
// desktop, into .screens/. `npm run screens -- shop cart` takes only these.
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { findBrowser } from './browser.mjs'
import { ensureDependencies, ensureWeb, node, root } from './setup.mjs'

ensureDependencies()
ensureWeb()

// The test tools are TypeScript, for which npm's own Node may be too old.
if (!process.versions.node.startsWith('24.'))
  process.exit(
    spawnSync(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
      stdio: 'inherit',
      env: { ...process.env, NODE_NO_WARNINGS: '1' },
    }).status ?? 1,
  )

process.env.CHROME_PATH ??= findBrowser()
const { default: makeTemplate } = await import('../e2e/global-setup.ts')
const { openShop, visit } = await import('../e2e/shop.ts')
const { fillCart } = await import('../e2e/fill-cart.ts')
const { screens, settled, signIn } = await import('../e2e/routes.ts')

const commandArgs = process.argv.slice(2)
const only = commandArgs.filter((arg) => !arg.startsWith('--'))

const option = (name, all) =>
  commandArgs
    .find((arg) => arg.startsWith(`--${name}=`))
    ?.split('=')[1]
    .split(',') ?? all

const wantedScreens = screens.filter(({ name }) => only.length === 0 || only.includes(name))
const folder = join(root, '.screens')
mkdirSync(folder, { recursive: true })

const dropTemplate = await makeTemplate()
const shop = await openShop()
let savedCount = 0

try {
  const customer = await signIn(shop)
  const staff = await signIn(shop, 'admin@demo.test')
  await fillCart(shop, customer)

  for (const language of option('language', ['pt-BR', 'en-US']))
    for (const colorScheme of option('theme', ['dark', 'light']))
      for (const width of option('width', ['360', '1280']).map(Number)) {
        for (const screen of wantedScreens) {
          const { context, page, t } = await visit(shop, {
            language,
            width,
            colorScheme,
            reducedMotion: 'reduce',
          })

          try {
            if (screen.as !== 'visitor')
              await (screen.as === 'customer' ? customer : staff).give(context)
            await page.goto(screen.path)
            await settled(page)
            await screen.act?.({ page, t })
            await page.waitForTimeout(250)

            await page.screenshot({
              path: join(folder, `${screen.name}.${language}.${colorScheme}.${width}.png`),
              fullPage: !screen.act,
            })

            savedCount++
          } catch (error) {
            process.stdout.write(
              `${screen.name} ${language} ${colorScheme} ${width}: ${String(error).split('\n')[0]}\n`,
            )
            process.exitCode = 1
          }

          await context.close()
        }
      }
} finally {
  await shop.close()
  await dropTemplate()
}

process.stdout.write(`${savedCount} screens in .screens/\n`)
