import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'

import { kill, type Node } from './cluster.ts'

/** Causes a fault on a server; returns the function that ends it. */
type Fault = (node: Node) => () => void

/** Faults by name. Ending the fault is the only manual step; recovery is automatic. */
const meets = {
  /** The machine loses power and starts again later. */
  killed(node) {
    node.patroni.keep(false)
    for (const pid of node.pids()) kill(pid, 'SIGKILL')

    return () => node.patroni.keep(true)
  },
  /** All processes of the machine end at once; systemd starts them again. */
  crashed(node) {
    for (const pid of node.pids()) kill(pid, 'SIGKILL')
    return () => {}
  },

  /** The machine freezes, and continues later without noticing. */
  frozen(node) {
    const pids = node.pids()
    for (const pid of pids) kill(pid, 'SIGSTOP')

    return () => {
      for (const pid of pids) kill(pid, 'SIGCONT')
    }
  },

  /** The network cable is unplugged: the server runs but reaches no other machine. */
  'cut off'(node) {
    node.plug(false)
    return () => node.plug(true)
  },

  'full disk'(node) {
    const filler = join(node.folder, 'filler')
    // dd ends when the disk is full.
    spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M'], { stdio: 'ignore' })

    return () => rmSync(filler, { force: true })
  },
} satisfies Record<string, Fault>

/** The faults of the drill by name, each with the server that it happens to. */
export const faults: Record<string, { of: 'primary' | 'standby'; begin: Fault }> = {
  ...Object.fromEntries(
    Object.entries(meets).map(([name, begin]) => [name, { of: 'primary' as const, begin }]),
  ),
  // A frozen synchronous standby neither confirms nor refuses a commit, so orders wait for it.
  'standby frozen': { of: 'standby', begin: meets.frozen },
  'standby cut off': { of: 'standby', begin: meets['cut off'] },
}
