import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Fleet } from '../../server/src/testing/fleet.ts'
import { sleep, type Method } from './buyers.ts'

/** A fault that lasts for some seconds; `begin` returns the function that ends it. */
export type Fault = {
  name: string
  lastsMs: number
  begin(fleet: Fleet): Promise<() => Promise<void>>
  /**
   * The payment method that fails meanwhile. Buyers must be informed, and the method must recover
   * by itself.
   */
  fails?: Method
  /** Why the fault is impossible on this machine; null when it is possible. */
  isPossible?(fleet: Fleet): string | null
}

type Met = { provider: string; do: string; method?: string; path?: string; times?: number }

const sandboxFault =
  (...met: Met[]) =>
  async (fleet: Fleet): Promise<() => Promise<void>> => {
    await fleet.sandbox(
      'POST',
      '/sandbox/api/faults',
      met.map((one) => ({ method: '*', path: '*', times: 1_000_000, ...one })),
    )

    return async () => {
      await fleet.sandbox('DELETE', '/sandbox/api/faults')
    }
  }

/**
 * All faults of the game day, in order. Each process counts failures separately, so with few buyers
 * a breaker needs a quarter of a minute to see five failures.
 */
export const faults: readonly Fault[] = [
  {
    name: 'PIX away',
    lastsMs: 9_000,
    fails: 'pix',
    begin: sandboxFault({ provider: 'efi', do: 'reset' }),
  },
  { name: 'PIX slow', lastsMs: 6_000, begin: sandboxFault({ provider: 'efi', do: 'delay:2500' }) },
  {
    name: 'card answers 500',
    lastsMs: 16_000,
    fails: 'card',
    begin: sandboxFault({ provider: 'stripe', do: 'status:500' }),
  },
  {
    name: 'exchange answers 500',
    lastsMs: 16_000,
    fails: 'crypto',
    begin: sandboxFault({ provider: 'binance', do: 'status:500' }),
  },
  {
    name: 'PIX charges and falls silent',
    lastsMs: 6_000,
    begin: sandboxFault({
      provider: 'efi',
      method: 'PUT',
      path: '/v2/cob/*',
      times: 4,
      do: 'commit-then-reset',
    }),
  },
  {
    name: 'webhooks dropped',
    lastsMs: 5_000,
    begin: sandboxFault({ provider: '*', do: 'drop-webhook' }),
  },
  {
    name: 'webhooks five times',
    lastsMs: 4_000,
    async begin(fleet) {
      const end = await sandboxFault({ provider: '*', do: 'duplicate-webhook' })(fleet)
      return async () => {
        await end()
        for (const provider of ['efi', 'stripe'])
          await fleet.sandbox('POST', '/sandbox/api/webhooks/replay', { provider, times: 5 })
      }
    },
  },
  {
    name: 'webhooks late',
    lastsMs: 6_000,
    begin: sandboxFault({ provider: '*', do: 'delay-webhook:6000' }),
  },
  {
    name: 'database killed',
    lastsMs: 3_000,
    async begin(fleet) {
      const { rows } = await fleet.app.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
      process.kill(parentOf(rows[0]!.pid), 'SIGKILL')

      return async () => {}
    },
  },
  {
    name: 'process killed',
    lastsMs: 5_000,
    async begin(fleet) {
      await fleet.servers[1]!.kill()
      return async () => {
        await fleet.start(1)
      }
    },
  },
  {
    name: 'mail server away',
    lastsMs: 5_000,
    begin: sandboxFault({ provider: 'mail', do: 'reset' }),
  },
  {
    name: 'Discord answers 429',
    lastsMs: 5_000,
    begin: sandboxFault({ provider: 'discord', do: 'status:429' }),
  },
  {
    name: 'disk of the uploads full',
    lastsMs: 5_000,
    isPossible: () => (process.getuid?.() === 0 ? null : 'needs root, for a disk of its own'),

    async begin(fleet) {
      const folder = join(fleet.env.DATA_DIR!, 'uploads')
      mkdirSync(folder, { recursive: true })
      const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'gameday', folder])
      if (mounted.status !== 0) throw new Error('cannot mount a separate disk on this machine')

      // dd ends when the disk is full.
      spawnSync('dd', ['if=/dev/zero', `of=${join(folder, 'filler')}`, 'bs=4k'], {
        stdio: 'ignore',
      })

      return async () => {
        for (let triesLeft = 20; triesLeft > 0; triesLeft--) {
          if (spawnSync('umount', [folder]).status === 0) return
          await sleep(200)
        }
      }
    },
  },
]

/** The parent of a process; that of a PostgreSQL session is the postmaster. */
const parentOf = (pid: number): number =>
  Number(/^\d+ \(.*\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))![1])
