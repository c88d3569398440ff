import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'

import { shopPort } from '../testing/shop-process.ts'

// The files in deploy/ must agree with the shop's code.

const readRepoFile = (path: string) =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const compose = readRepoFile('deploy/compose.yaml')

it('every stop timeout exceeds the shutdown: 60 s of delay, 12 of patience, 6 to close [P567]', () => {
  expect(/^TimeoutStopSec=(\d+)$/m.exec(readRepoFile('deploy/chaveiro.service'))?.[1]).toBe('90')
  expect(/^ {2}shop:$[\s\S]+?stop_grace_period: (\w+)$/m.exec(compose)?.[1]).toBe('90s')
})

it('no balancer removes a copy for a problem that all copies share', () => {
  const [, caddy] = /health_uri (\S+)/.exec(readRepoFile('docs/operations/proxy.md'))!
  expect(caddy).toBe('/healthz')
  // HAProxy removes a copy of the shop only when that copy is stopping.
  expect(readRepoFile('deploy/ha/haproxy.cfg')).toContain(
    '  option httpchk GET /readyz\n  http-check expect ! rstring "stopping"\n',
  )
})

it('compose passes the commit to the image, and visitors by IPv6 keep their addresses', () => {
  expect(compose).toContain("      args: { COMMIT: '${COMMIT:-}', GUIDE_URL: '${GUIDE_URL:-}' }\n")
  expect(compose).toContain(
    '  outside:\n    enable_ipv6: true\n' +
      "    ipam: { config: [{ subnet: '${IPV6_SUBNET:-fd6c:6f6a:61::/64}' }] }\n",
  )
})

it('each service of compose has a version, a log limit and a memory limit', () => {
  const services = compose
    .split(/^services:$|^secrets:$/m)[1]!
    .split(/^ {2}(?=\w+:$)/m)
    .slice(1)

  const serviceFacts = services.map((text) => [
    text.split(':', 1)[0],
    /^ {4}image: (.+)$/m.exec(text)?.[1],
    /^ {4}logging: (.+)$/m.exec(text)?.[1],
    /^ {4}mem_limit: (.+)$/m.exec(text)?.[1],
  ])

  expect(serviceFacts).toEqual([
    ['shop', 'chaveiro:${VERSION:-0.1.0}', '*log', '${SHOP_MEMORY:-1g}'],
    ['database', '${POSTGRES_IMAGE:-postgres:18-bookworm}', '*log', '${DATABASE_MEMORY:-1g}'],
    ['proxy', '${CADDY_IMAGE:-caddy:2.10}', '*log', '${PROXY_MEMORY:-256m}'],
  ])

  expect(compose).toContain("  driver: json-file\n  options: { max-size: 10m, max-file: '5' }\n")
})

it('HAProxy and pgbouncer have no placeholder; the guide fills in each one of Patroni', () => {
  const blanksOf = (path: string) => [...new Set(readRepoFile(path).match(/\$\{\w+\}/g))]
  expect(blanksOf('deploy/ha/haproxy.cfg')).toEqual([])
  expect(blanksOf('deploy/ha/pgbouncer.ini')).toEqual([])
  const blanks = blanksOf('deploy/ha/patroni.yml')
  expect(blanks).toHaveLength(4)
  const guide = readRepoFile('docs/operations/scale-out.md')
  expect(blanks.filter((one) => !guide.includes(`s|${one}|`))).toEqual([])
  for (const machine of ['11', '12', '13'])
    expect(readRepoFile('deploy/ha/haproxy.cfg')).toContain(
      ` 10.0.0.${machine}:5432 check port 8008\n`,
    )
})

it('a PostgreSQL server that stopped for a full disk is restarted, however long that lasts', () => {
  const lines = readRepoFile('deploy/ha/patroni.service.conf')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))

  expect(lines).toEqual([
    '[Unit]',
    'StartLimitIntervalSec=0',
    '[Service]',
    'ExecStartPre=/usr/local/bin/disk-guard.sh /var/lib/postgresql 128 false',
    'Restart=always',
    'RestartSec=5',
  ])
})

/** Starts a server that answers /healthz with a status; returns its port. */
async function startAnswering(status: number): Promise<string> {
  const server: Server = createServer((request, response) => {
    response.statusCode = request.url === '/healthz' ? status : 404
    response.end()
  })

  const port = await shopPort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())

  return String(port)
}

it('the image’s health check accepts the shop at PORT or a worker at METRICS_PORT only', async () => {
  const [, command] = /HEALTHCHECK [^\n]+\n +CMD (\[.+\])\n/.exec(
    readRepoFile('deploy/Dockerfile'),
  )!
  const [program, ...args] = JSON.parse(command!) as string[]
  expect(program).toBe('node')
  // A worker in a container serves /healthz on this port by default.
  expect(readRepoFile('deploy/Dockerfile')).toMatch(/^ENV .*\bMETRICS_PORT=9464\b/m)

  const healthCheck = async (env: NodeJS.ProcessEnv) => {
    const child = spawn(process.execPath, args, { env, stdio: 'ignore' })
    return (await once(child, 'exit'))[0] as number
  }

  const [healthyPort, failingPort, closedPort] = [
    await startAnswering(200),
    await startAnswering(500),
    String(await shopPort()),
  ]

  expect(
    await Promise.all([
      healthCheck({ PORT: healthyPort }),
      healthCheck({ PORT: closedPort, METRICS_PORT: healthyPort }),
      healthCheck({ PORT: healthyPort, METRICS_PORT: closedPort }),
      healthCheck({ PORT: failingPort }),
      healthCheck({ PORT: closedPort }),
      healthCheck({ PORT: closedPort, METRICS_PORT: failingPort }),
    ]),
  ).toEqual([0, 0, 0, 1, 1, 1])
})
