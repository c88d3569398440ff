import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// promtool tests the rules; Debian's package prometheus contains it.

const promtool = '/usr/bin/promtool'
const folder = fileURLToPath(new URL('../../../deploy/monitoring/', import.meta.url))

/** Whether promtool exists; root tries to install Debian's package first. */
function hasPromtool(): boolean {
  if (!existsSync(promtool) && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'))
    spawnSync('sh', [
      '-c',
      'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq ' +
        '--no-install-recommends prometheus',
    ])
  return existsSync(promtool)
}

function run(...args: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(promtool, args, { cwd: folder, encoding: 'utf8' })
  return { status, said: `${stdout}${stderr}` }
}

describe.runIf(hasPromtool())('the alert rules', () => {
  let copy: string
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'chaveiro-rules-'))
  })
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  it('are valid for Prometheus [P528]', () => {
    const { status, said } = run('check', 'rules', 'alerts.yml')
    expect(said).toContain('SUCCESS: 32 rules found')
    expect(status).toBe(0)
  })

  it('fire only in their own drill, and only after their duration [P528]', () => {
    expect(run('test', 'rules', 'alerts.test.yml')).toEqual({
      status: 0,
      said: expect.stringContaining('SUCCESS'),
    })
  })

  it('are covered: a removed rule fails its drill, one that always fires fails all [P528]', () => {
    const rules = readFileSync(join(folder, 'alerts.yml'), 'utf8')
    writeFileSync(join(copy, 'alerts.test.yml'), readFileSync(join(folder, 'alerts.test.yml')))

    const drill = (changed: string): string => {
      expect(changed).not.toBe(rules)
      writeFileSync(join(copy, 'alerts.yml'), changed)

      return run('test', 'rules', join(copy, 'alerts.test.yml')).said
    }

    const [, stock] = /(^ {6}- alert: StockLow\n[\s\S]+?)(?=^ {6}- alert: )/m.exec(rules)!
    expect(drill(rules.replace(stock!, ''))).toMatch(/exp: {.*alertname="StockLow".*\n\s+got: nil/)
    const always = drill(rules.replace('chaveiro_variants_low > 0', 'vector(1)'))
    // The alert fires in the healthy case, and at both times of the drills of the 31 other alerts.
    expect(always.match(/got: .*alertname="StockLow"/g)!.length).toBeGreaterThan(60)
  })
})
