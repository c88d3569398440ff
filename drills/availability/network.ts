import { execFileSync } from 'node:child_process'

const bridge = 'chaveiro0'

/** The address of this machine in the network of the drill. */
export const here = '10.77.0.1'
export const network = '10.77.0.0/24'

export type Host = {
  name: string
  address: string
  /** The command line that runs a command on this host. */
  on(...command: string[]): [program: string, args: string[]]
  /** Ids of the processes that run on this host. */
  pids(): number[]
  /** Connects the host to the network, or disconnects it. */
  plug(isIn: boolean): void
}

const ip = (...args: string[]) => execFileSync('ip', args, { encoding: 'utf8' })

const quiet = (...args: string[]) => {
  try {
    execFileSync('ip', args, { stdio: 'ignore' })
  } catch {
    // The network device or namespace did not exist.
  }
}

/** Hosts on one bridge, each in a network namespace of this machine; needs root. */
export function openNetwork(count: number): { hosts: Host[]; close(): void } {
  const names = Array.from({ length: count }, (_, at) => `chaveiro-db${at + 1}`)
  const cableOf = (at: number) => `chaveirodb${at + 1}`

  const close = () => {
    for (const [at, name] of names.entries()) {
      quiet('link', 'del', cableOf(at))
      quiet('netns', 'del', name)
    }
    quiet('link', 'del', bridge)
  }

  close()
  ip('link', 'add', bridge, 'type', 'bridge')
  ip('addr', 'add', `${here}/24`, 'dev', bridge)
  ip('link', 'set', bridge, 'up')

  const hosts = names.map((name, at): Host => {
    const cable = cableOf(at)
    const address = `10.77.0.${11 + at}`
    ip('netns', 'add', name)
    ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
    ip('link', 'set', cable, 'master', bridge, 'up')
    ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
    for (const link of ['eth0', 'lo']) ip('-n', name, 'link', 'set', link, 'up')

    return {
      name: `db${at + 1}`,
      address,
      on: (...command) => ['ip', ['netns', 'exec', name, ...command]],
      pids: () => ip('netns', 'pids', name).trim().split('\n').filter(Boolean).map(Number),
      plug: (isIn) => void ip('link', 'set', cable, isIn ? 'up' : 'down'),
    }
  })

  return { hosts, close }
}
