import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

import { deploy, fill, sampleServers } from './deploy-files.ts'
import { here, network, openNetwork, type Host } from './network.ts'
import { sleep, startService, until, type Service } from './service.ts'

const [etcdPort, databasePort, poolerPort, replicaPort] = [23_790, 25_000, 26_432, 25_001]
const shopAddress = '127.0.0.1:23000'
const shopPorts = [23_001, 23_002] as const

export type Node = Host & { folder: string; patroni: Service }

export type Cluster = {
  nodes: Node[]
  /** Address of the current primary, without the pooler. */
  sessionUrl: string
  pooledUrl: string
  /** Address of one of the replicas. */
  replicaUrl: string
  shopUrl: string
  /** The ports on which the proxy expects the two web processes. */
  shopPorts: readonly number[]
  primary(): Promise<Node>
  /** A standby that the primary waits for at each commit. */
  standby(): Promise<Node>
  /** Resolves when three servers run and the primary has a synchronous standby. */
  whole(seconds: number): Promise<void>
  close(): Promise<void>
}

/**
 * Three PostgreSQL servers under Patroni, each on a separate host, with one etcd, behind HAProxy
 * and pgbouncer. They are configured by the files of deploy/ha.
 */
export async function openCluster(folder: string): Promise<Cluster> {
  const [superuser, replication, own] = ['a', 'b', 'c'].map(newPassword) as [string, string, string]
  const services: Service[] = []
  const { hosts, close: closeNetwork } = openNetwork(3)
  chmodSync(folder, 0o755)

  const start: Start = (name, command) => {
    const started = startService(command, join(folder, `${name}.log`))
    services.push(started)

    return started
  }

  startEtcd(start, folder)
  const nodes = hosts.map((host) => startNode(start, folder, host, { superuser, replication }))
  startProxy(start, folder, nodes)
  startPooler(start, folder, own)

  const cluster: Cluster = {
    nodes,
    sessionUrl: `postgres://chaveiro:${own}@${here}:${databasePort}/chaveiro`,
    pooledUrl: `postgres://chaveiro:${own}@${here}:${poolerPort}/chaveiro`,
    replicaUrl: `postgres://chaveiro:${own}@${here}:${replicaPort}/chaveiro`,
    shopUrl: `http://${shopAddress}`,
    shopPorts,
    primary: () => primaryOf(nodes),
    standby: () => standbyOf(nodes),
    whole: (seconds) =>
      until('three servers, one of them a synchronous standby', seconds, () => isWhole(nodes)),

    async close() {
      await Promise.all(services.map((one) => one.stop()))
      for (const { pids } of nodes) for (const pid of pids()) kill(pid, 'SIGKILL')
      await sleep(500)
      for (const { folder: disk } of nodes) execFileSync('umount', ['-l', disk])
      closeNetwork()
      rmSync(folder, { recursive: true, force: true })
    },
  }

  try {
    await cluster.whole(90)
    await makeDatabase(`postgres://postgres:${superuser}@${here}:${databasePort}/postgres`, own)
  } catch (error) {
    await cluster.close()
    throw error
  }

  return cluster
}

type Start = (name: string, command: [program: string, args: string[]]) => Service
const newPassword = () => randomBytes(12).toString('hex')

function startEtcd(start: Start, folder: string): void {
  const address = `http://${here}:${etcdPort}`

  const args = [
    ['--data-dir', join(folder, 'etcd'), '--enable-v2'],
    ['--listen-client-urls', address, '--advertise-client-urls', address],
    ['--listen-peer-urls', `http://127.0.0.1:${etcdPort + 1}`],
  ]

  start('etcd', ['etcd', args.flat()])
}

function startNode(
  start: Start,
  folder: string,
  host: Host,
  { superuser, replication }: { superuser: string; replication: string },
): Node {
  const disk = diskOf(folder, host.name)

  const settings = fill('patroni.yml', join(disk, 'patroni.yml'), {
    '${NAME}': host.name,
    '${ADDRESS}': host.address,
    '/var/lib/postgresql/patroni': disk,
    '10.0.0.11:2379,10.0.0.12:2379,10.0.0.13:2379': `${here}:${etcdPort}`,
    '10.0.0.0/24': network,
    '${SUPERUSER_PASSWORD}': superuser,
    '${REPLICATION_PASSWORD}': replication,
  })

  toPostgres(settings)
  const end = `pkill -f [p]atroni.*${host.name}/patroni.yml`
  const guard = `while sleep 2; do ${deploy}disk-guard.sh ${disk} 64 ${end}; done`
  start(`${host.name}-guard`, ['sh', ['-c', guard]])
  // Do not start Patroni on a nearly full disk: a server killed during pg_rewind or a copy must be
  // rebuilt by hand.
  const begin = `${deploy}disk-guard.sh ${disk} 128 false && exec "$@"`
  const [program, args] = host.on(...asPostgres, 'patroni', settings)
  const patroni = start(host.name, ['sh', ['-c', begin, 'patroni', program, ...args]])

  return { ...host, folder: disk, patroni }
}

function startProxy(start: Start, folder: string, nodes: Node[]): void {
  const settings = fill('haproxy.cfg', join(folder, 'haproxy.cfg'), {
    '127.0.0.1:5000': `${here}:${databasePort}`,
    '127.0.0.1:5001': `${here}:${replicaPort}`,
    [sampleServers.database]: nodes
      .map(({ name, address }) => `  server ${name} ${address}:5432 check port 8008`)
      .join('\n'),
    '/run/haproxy/admin.sock': join(folder, 'haproxy.sock'),
    '/etc/haproxy/away.http': join(deploy, 'away.http'),
    '127.0.0.1:8080': shopAddress,
    [sampleServers.shop]: shopPorts
      .map((port) => `  server web${port} 127.0.0.1:${port} check`)
      .join('\n'),
  })
  start('haproxy', ['haproxy', ['-f', settings]])
}

function startPooler(start: Start, folder: string, password: string): void {
  const users = join(folder, 'users.txt')
  writeFileSync(users, `"chaveiro" "${password}"\n`)

  const settings = fill('pgbouncer.ini', join(folder, 'pgbouncer.ini'), {
    'host=127.0.0.1 port=5000': `host=${here} port=${databasePort}`,
    'listen_addr = 127.0.0.1': `listen_addr = ${here}`,
    'listen_port = 6432': `listen_port = ${poolerPort}`,
    '/etc/pgbouncer/userlist.txt': users,
  })

  start('pgbouncer', ['pgbouncer', ['-u', 'nobody', settings]])
}

/** The state of a server as its Patroni reports it. */
async function stateOf({ address }: Host): Promise<State> {
  const signal = AbortSignal.timeout(1_000)
  return (await (await fetch(`http://${address}:8008/patroni`, { signal })).json()) as State
}

async function primaryOf(nodes: Node[]): Promise<Node> {
  for (const node of nodes) {
    const state = await stateOf(node).catch(() => null)
    if (['master', 'primary'].includes(state?.role ?? '')) return node
  }
  throw new Error('no server is the primary')
}

async function standbyOf(nodes: Node[]): Promise<Node> {
  const { replication = [] } = await stateOf(await primaryOf(nodes))
  const standby = replication.find(({ sync_state }) => sync_state === 'sync')
  const node = nodes.find(({ name }) => name === standby?.application_name)
  if (!node) throw new Error('the primary has no synchronous standby')

  return node
}

async function isWhole(nodes: Node[]): Promise<boolean> {
  const states = await Promise.all(nodes.map(stateOf))
  const standbys = (await stateOf(await primaryOf(nodes))).replication ?? []

  return (
    states.every(({ state }) => state === 'running') &&
    standbys.length === 2 &&
    standbys.some(({ sync_state }) => sync_state === 'sync')
  )
}

type State = {
  role: string
  state: string
  replication?: { application_name: string; sync_state: string }[]
}

const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
const postgresUser = Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }))
const postgresGroup = Number(execFileSync('id', ['-g', 'postgres'], { encoding: 'utf8' }))
const toPostgres = (path: string) => chownSync(path, postgresUser, postgresGroup)

/** A separate disk for a host, small enough to be filled. */
function diskOf(folder: string, name: string): string {
  const disk = join(folder, name)
  mkdirSync(disk)
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4000m,mode=0755', 'tmpfs', disk])
  toPostgres(disk)

  return disk
}

async function makeDatabase(url: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create role chaveiro login password '${password}'`)
  await client.query('create database chaveiro owner chaveiro')
  await client.end()
}

/** Sends a signal to a process that may have ended. */
export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has ended.
  }
}
