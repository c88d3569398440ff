import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { z } from 'zod'
import { addressIn, bodyIn, type Call, type Scene } from './scene.ts'

// What nobody should send, made from what each call takes: one thing is wrong at a time, or the body is no body at all.

export type FuzzCase = { label: string; asked: InjectOptions }
type Json = { [name: string]: unknown }

const nested = (open: string, close: string, depth: number): string =>
  open.repeat(depth) + close.repeat(depth)

/** Bodies that are wrong as a whole, as they travel. */
const wholes: readonly (readonly [label: string, text: string])[] = [
  ['no body that says it is JSON', ''],
  ['half an object', '{'],
  ['a list', '[]'],
  ['null', 'null'],
  ['a text', '"x"'],
  ['a number', '1e400'],
  ['lists 20,000 deep', nested('[', ']', 20_000)],
  ['objects 20,000 deep', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
  ['brackets that never close', '['.repeat(500_000)],
  ['too large', `{"name":"${'x'.repeat(1_100_000)}"}`],
  ['a prototype', '{"__proto__":{"isAdmin":true}}'],
  ['a constructor', '{"constructor":{"prototype":{"role":"admin"}}}'],
  ['bytes that are no text', '\u00ff\u00fe{"a":1}'],
  ['many names', `{${Array.from({ length: 5_000 }, (_, n) => `"a${n}":1`).join()}}`],
]

/** Values that no field wants, beside what fast-check makes up. */
const values = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    0.001,
    1.005,
    1e9,
    2 ** 31,
    2 ** 53,
    1e20,
    -1e308,
    '',
    ' ',
    '0',
    'null',
    '\ud800',
    'a\udc00b',
    'a\u0000b',
    '\\u0000',
    '\u202e\u200b',
    '😀'.repeat(200),
    'x'.repeat(5_000),
    "'; drop table users; --",
    '%00',
    '../../etc/passwd',
    '{{x}}',
    '0000-01-01',
    '2026-02-30',
    '9999-12-31T23:59:59Z',
    '+275760-09-13T00:00:00Z',
    '00000000-0000-0000-0000-000000000000',
    '__proto__',
    [],
    {},
    [[]],
    [null],
    { id: null },
    ['x', 'x'],
    { toString: 'x', length: 1e9 },
    Array.from({ length: 2_000 }, (_, n) => n),
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.double(),
  fc.integer(),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.uuid(),
  fc.object({ maxDepth: 3, maxKeys: 5 }),
)

const segments = fc.constantFrom(
  'x',
  '0',
  '-1',
  '%00',
  '%ed%a0%80',
  '%F0%9F%98%80',
  '..%2f..',
  '__proto__',
  'constructor',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'f'.repeat(32),
  '9'.repeat(40),
  'x'.repeat(400),
  '%27%20or%201=1--',
)

const headers = fc.constantFrom<Record<string, string | string[]>>(
  {},
  { 'accept-language': ['en-US', 'pt-BR'] },
  { 'x-recaptcha-token': ['a', 'b'] },
  { 'user-agent': 'é'.repeat(2_000) },
  { cookie: 'refreshToken=%00; transcripts=x; i18next=__proto__' },
  { origin: 'null' },
  { 'x-forwarded-for': "'; drop table users" },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
)

const pick = <T>(of: fc.Arbitrary<T>, seed: number): T => fc.sample(of, { numRuns: 1, seed })[0]!

/** The names of a schema's fields, at its top. */
const fieldsOf = (schema: z.ZodType): string[] =>
  Object.keys(
    ((z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json)
      .properties as Json) ?? {},
  )

/** One case for a call, the same for the same seed. */
export function fuzzCase(call: Call, scene: Scene, seed: number): FuzzCase {
  const kind = pick(
    fc.constantFrom('field', 'field', 'field', 'whole', 'params', 'query', 'extra', 'double'),
    seed,
  )
  const url = addressIn(call, scene)
  const body = bodyIn(call, scene) as Json | undefined
  const given = { method: call.method, url, headers: { ...pick(headers, seed + 1) } }
  const value = pick(values, seed + 2)
  const asJson = (label: string, payload: string): FuzzCase => ({
    label,
    asked: { ...given, headers: { 'content-type': 'application/json', ...given.headers }, payload },
  })
  if (kind === 'params' && call.url.includes(':')) {
    const strange = call.url.replace(/:\w+/g, () => pick(segments, seed + 3))
    const payload = body && !call.route.bytesIn ? { payload: body } : {}
    return { label: `address ${strange}`, asked: { ...given, url: strange, ...payload } }
  }
  const asksByQuery = call.method === 'GET' || call.method === 'DELETE'
  if (kind === 'query' || asksByQuery) return queryCase(call, given, value, seed)
  if (kind === 'whole') {
    const [label, text] = pick(fc.constantFrom(...wholes), seed + 4)
    return asJson(label, text)
  }
  const names = [...fieldsOf(call.route.body), ...Object.keys(body ?? {})]
  const name = names.length ? pick(fc.constantFrom(...names), seed + 5) : 'x'
  if (kind === 'double')
    return asJson(
      `${name} twice`,
      `{${JSON.stringify(name)}:1,${JSON.stringify(body ?? {}).slice(1)}`.replace(',}', '}'),
    )
  const changed =
    kind === 'extra'
      ? { ...body, [(JSON.stringify(value) ?? 'x').slice(0, 40)]: value }
      : { ...body, [name]: value }
  return asJson(`${name} = ${JSON.stringify(value)?.slice(0, 120)}`, JSON.stringify(changed))
}

function queryCase(
  call: Call,
  given: { method: Call['method']; url: string; headers: Record<string, string | string[]> },
  value: unknown,
  seed: number,
): FuzzCase {
  const names = [...fieldsOf(call.route.query), 'x']
  const name = pick(fc.constantFrom(...names), seed + 6)
  const text = encodeURIComponent(
    (typeof value === 'string' ? value : String(JSON.stringify(value)))
      .toWellFormed()
      .slice(0, 4_000),
  )
  const twice = pick(fc.boolean(), seed + 7) ? `&${name}=${text}&${name}[]=1` : ''
  return {
    label: `?${name}=${text.slice(0, 120)}${twice ? ' twice' : ''}`,
    asked: { ...given, url: `${given.url}?${name}=${text}${twice}` },
  }
}
