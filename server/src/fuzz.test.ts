import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fuzzCase, type FuzzCase } from './testing/fuzz-cases.ts'
import { person, type Person } from './testing/make.ts'
import { everyCall, openScene, type Scene } from './testing/scene.ts'
import { openWorld, type World } from './testing/world.ts'

// Nonsense for every call, from its contract, as nobody, a customer and staff. Nothing of it may be a fault of the shop, take long, or tell of the inside.
// The seed is fixed, so that a change is judged by the same cases each time; CHAVEIRO_LONG takes the day's, FUZZ_SEED any.

const isLong = Boolean(process.env.CHAVEIRO_LONG)
const seed = Number(
  process.env.FUZZ_SEED ?? (isLong ? Math.floor(Date.now() / 86_400_000) : 20_261_121),
)
const seconds = isLong ? 600 : 45
const slowMs = 2_000
const leastCases = isLong ? 40 : 4

let world: World
/** A scene in which whatever an address names is there, or is 'x'. */
const opened = async (): Promise<Scene> => {
  const { who, ids } = await openScene(world)
  return { who, ids: new Proxy(ids, { get: (own, name) => own[String(name)] ?? 'x' }) }
}
const written: string[] = []
beforeAll(async () => {
  const rates = ['LOGIN', 'REGISTER', 'RECOVERY', 'MAIL_CODE', 'REFRESH', 'CHAT']
  world = await openWorld({
    sandbox: true,
    env: Object.fromEntries(rates.map((name) => [`RATE_${name}`, '1000000'])),
  })
  const lines = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk))
      done()
    },
  })
  Object.assign(world.app, { log: pino({ level: 'debug' }, lines) })
})
afterAll(async () => {
  await world?.close()
})

const inside =
  /\b(?:select .{1,80} from|insert into|delete from|update \w+ set)\b|\n\s+at .+:\d+:\d+|node_modules|\.ts:\d+/i

/** What is wrong with an answer; null when it is one that the shop may give. */
function faultOf(status: number, text: string, isFile: boolean): string | null {
  if (status >= 500 && ![502, 503].includes(status)) return `answered ${status}`
  if (status === 503 && !text.includes('"maintenance"')) return 'answered 503 without being closed'
  return !isFile && inside.test(text) ? `tells of the inside: ${inside.exec(text)![0]}` : null
}

it(
  `no nonsense makes the shop fail, wait or tell of its inside: every call as nobody, customer and staff [A7, A8, Q118] (seed ${seed})`,
  { timeout: (seconds + 120) * 1000 },
  async () => {
    const until = performance.now() + seconds * 1000
    const faults: unknown[] = []
    let [count, rounds] = [0, 0]
    let scene = await opened()
    const send = async (one: FuzzCase, who: Person | null) => {
      const headers = { ...one.asked.headers, ...who?.headers }
      return world.http.inject({ ...one.asked, headers })
    }
    while (performance.now() < until && faults.length < 20) {
      rounds++
      // People lose their sessions and things go while nonsense is sent: each round has its own.
      if (rounds % 10 === 0) scene = await opened()
      await world.app.pool.query('delete from site_settings')
      await world.app.pool.query("select pg_notify('chaveiro_pages', 'watched')")
      const [staff, customer] = [
        await person(world.app, { role: 'admin' }),
        await person(world.app),
      ]
      for (const [at, call] of everyCall.entries()) {
        const one = fuzzCase(call, scene, seed + rounds * 1_000_003 + at * 101)
        const asker = [null, customer, staff, staff][(rounds + at) % 4]!
        written.length = 0
        const before = performance.now()
        const answer = await send(one, asker)
        let took = performance.now() - before
        // A busy machine is not a slow shop: what was slow once is asked again.
        if (took > slowMs) {
          const again = performance.now()
          await send(one, asker)
          took = Math.min(took, performance.now() - again)
        }
        count++
        const isFile = Boolean(call.route.file) && answer.statusCode === 200
        const fault =
          faultOf(answer.statusCode, answer.payload, isFile) ??
          (took > slowMs ? `took ${Math.round(took)} ms` : null) ??
          (written.some((line) => inside.test(line)) ? 'writes of the inside' : null)
        if (fault)
          faults.push([
            `${call.method} ${call.url}`,
            asker === staff ? 'staff' : asker ? 'customer' : 'nobody',
            one.label,
            fault,
            written.find((line) => /"level":[56]0/.test(line))?.slice(0, 600) ?? '',
          ])
      }
    }
    process.stdout.write(`fuzz: ${count} cases, ${rounds} a call, seed ${seed}\n`)
    expect(faults).toEqual([])
    expect(rounds).toBeGreaterThanOrEqual(leastCases)
  },
)
