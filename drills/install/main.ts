import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { realpathSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { bankName, openBank } from './bank.ts'
import { stepsOf, type Step } from './chapter.ts'
import { buyOne, setUp } from './customer.ts'
import { followLater } from './later.ts'
import {
  here,
  makeRoot,
  mark,
  owner,
  removeRoot,
  runBefore,
  startMachine,
  type Machine,
} from './machine.ts'

// npm run drill -- --install: turns an empty Debian into a shop by exactly the commands of
// docs/operations/install.md, and sells its first key. Run it as root. Fails when a command fails,
// the buyer does not see the key, or it takes longer than ten minutes.

const root = fileURLToPath(new URL('../..', import.meta.url))

const { values: given } = parseArgs({
  options: {
    install: { type: 'boolean' },
    /** A folder that keeps the empty Debian for the next drill. */
    debian: { type: 'string' },
    /**
     * The folder in which npm run release put the archive; without this option the drill builds
     * one.
     */
    release: { type: 'string' },
  },
})

const longestSeconds = 600

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string
}

const name = 'loja.local'
const folder = mkdtempSync(join(tmpdir(), 'chaveiro-install-'))
const log = join(folder, 'log')
const debian = join(folder, 'debian')
const home = join(debian, 'home', owner)
const key = 'LUA-AAAA-0001'

type Timed = { title: string; seconds: number }
const timed: Timed[] = []

async function time<T>(title: string, act: () => T | Promise<T>): Promise<T> {
  const from = performance.now()
  const answer = await act()
  timed.push({ title, seconds: (performance.now() - from) / 1000 })

  return answer
}

function emptyDebian(): void {
  const keptRoot = given.debian
  if (keptRoot && existsSync(keptRoot)) return copy(keptRoot, debian)

  makeRoot(debian, log)
  if (keptRoot) copy(debian, keptRoot)
}

const copy = (from: string, to: string): void =>
  void execFileSync('cp', ['--archive', '--reflink=auto', from, to])

function makeRelease(): string {
  const out = join(folder, 'release')
  const releaseRun = spawnSync(
    process.execPath,
    [join(root, 'scripts/release.mjs'), '--out', out],
    {
      encoding: 'utf8',
    },
  )
  if (releaseRun.status !== 0) throw new Error(`${releaseRun.stdout}${releaseRun.stderr}`)

  return out
}

/** Brings the files that the operator would download or copy: the release, and Node's archive. */
function bring(): void {
  const release = given.release ?? makeRelease()
  for (const file of readdirSync(release).filter((one) => /\.tar\.gz$|SUMS$/.test(one)))
    cpSync(join(release, file), join(home, file))
  const node = `node-${process.version}-linux-${process.arch}`
  mkdirSync(join(folder, node, 'bin'), { recursive: true })
  cpSync(realpathSync(process.execPath), join(folder, node, 'bin/node'))
  const archive = `${node}.tar.xz`
  execFileSync('tar', ['cJf', join(home, archive), '-C', folder, node], {
    env: { ...process.env, XZ_OPT: '-0' },
  })
  const sum = execFileSync('sha256sum', [archive], { cwd: home })
  writeFileSync(join(home, 'SHASUMS256.txt'), sum)
}

/**
 * Runs the apt-get lines of the first step while the internet is reachable; `bring` supplies all
 * other files.
 */
function fetchPackages({ commands }: Step): void {
  const resolver = join(debian, 'etc/resolv.conf')
  if (existsSync(resolver)) unlinkSync(resolver)
  cpSync('/etc/resolv.conf', resolver, { dereference: true })
  const lines = commands.split('\n').filter((line) => /\bapt-get\b/.test(line))
  runBefore(debian, lines.join('\n'), log)
}

/** Runs all steps in one shell, as an operator does, and records how long each took. */
async function follow(machine: Machine, steps: Step[]): Promise<void> {
  let [current, from] = ['', performance.now()]

  const next = (title: string) => {
    const now = performance.now()
    if (current) timed.push({ title: current, seconds: (now - from) / 1000 })
    ;[current, from] = [title, now]
  }

  const trust = setInterval(trustProxy, 200)
  const script = steps.map(
    ({ title, commands }) => `printf '\\n${mark}%s\\n' '${title}'\n${commands}`,
  )

  await machine.run(
    `export CURL_CA_BUNDLE=$HOME/ca.crt\n${script.join('\n')}\nprintf '\\n${mark}\\n'\n`,
    next,
  )

  clearInterval(trust)
}

/** The certificate authority that Caddy creates for a host name without a public certificate. */
const authority = () =>
  join(debian, 'var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt')

function trustProxy(): void {
  if (existsSync(authority())) writeFileSync(join(home, 'ca.crt'), readFileSync(authority()))
}

/** Makes the shop trust the bank's private certificate authority, as settings.md explains. */
const bankCa = `echo PIX_CA=/etc/chaveiro/bank.pem | sudo tee --append /etc/chaveiro/chaveiro.env
sudo systemctl restart chaveiro
curl --silent --show-error --fail --retry 30 --retry-delay 1 --retry-all-errors http://127.0.0.1:3000/readyz
`

async function sell(machine: Machine, bank: Awaited<ReturnType<typeof openBank>>): Promise<void> {
  const secret = (file: string) =>
    readFileSync(join(debian, 'etc/chaveiro/secrets', file), 'utf8').trim()

  const shop = {
    name,
    address: machine.address,
    ca: readFileSync(authority(), 'utf8'),
    admin: { email: `dono@${name}`, password: secret('ADMIN_PASSWORD') },
  }

  const ready = await time("The bank's credentials and a product", async () => {
    // The file is public, so that the service's user can read it.
    writeFileSync(join(debian, 'etc/chaveiro/bank.pem'), readFileSync(bank.env.PIX_CA!))
    await machine.run(bankCa)

    return setUp(shop, bank)
  })

  const seenKey = await time('The first order by PIX, paid, its key seen', () =>
    buyOne(ready, bank),
  )
  if (seenKey !== key) throw new Error(`the buyer saw ${seenKey} instead of ${key}`)
}

const tableRow = ({ title, seconds }: Timed) => `| ${title} | ${seconds.toFixed(1)} s |`

/** Installs the shop, from the first command to the first sold key; returns the seconds. */
async function install(steps: Step[]): Promise<number> {
  const machine = await time('The machine starts (not counted)', () =>
    startMachine(debian, `${here} ${bankName}\n127.0.0.1 ${name}\n`, log),
  )
  const from = performance.now()

  try {
    await follow(machine, steps)
    const bank = await openBank(here)

    try {
      await sell(machine, bank)
      const seconds = (performance.now() - from) / 1000
      await time('Doctor, backup, keys and upgrade by their chapters (not counted)', () =>
        followLater(machine, version),
      )

      return seconds
    } finally {
      await bank.close()
    }
  } catch (error) {
    await machine.run('sudo journalctl --no-pager --lines=300').catch(() => {})
    throw error
  } finally {
    await machine.stop()
  }
}

async function drill(): Promise<boolean> {
  const chapter = readFileSync(join(root, 'docs/operations/install.md'), 'utf8')
  const steps = stepsOf(chapter, 'By systemd', { 'loja.example': name })
  await time('An empty Debian (not counted)', emptyDebian)
  await time('The release and Node (not counted)', bring)
  await time('1. Fetch (not counted)', () => fetchPackages(steps[0]!))
  const seconds = await install(steps.slice(1))
  console.log(`| step | time |\n|---|---|\n${timed.map(tableRow).join('\n')}`)
  console.log(`From the first command to the key: ${seconds.toFixed(0)} s (aim ${longestSeconds}).`)

  return seconds <= longestSeconds
}

let isGood = false

try {
  isGood = await drill()
} catch (error) {
  console.error(`${(error as Error).message}\nFull log: ${log}`)
}

removeRoot(isGood ? folder : debian)
process.exit(isGood ? 0 : 1)
