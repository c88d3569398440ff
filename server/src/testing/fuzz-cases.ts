import { z } from 'zod'

import {
  deep,
  empties,
  halves,
  huge,
  long,
  madeUp,
  nuls,
  oneOf,
  prototypes,
  ranges,
  segments,
  texts,
  unknownIds,
  wholes,
  wrongTypes,
  type Die,
  type Json,
} from './fuzz-values.ts'

// What nobody should send to an address that the shop answers: one thing is wrong at a time, or the
// request is none at all.

/** What is asked: a call of a contract, a provider's door, a page. */
export type Target = {
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The address with :names where it names something, and with the sample's own ids. */
  pattern: string
  url: string
  /** What it takes when all is well. */
  body: Json | undefined
  fields: readonly string[]
  queries: readonly string[]
  isFile: boolean
  /** Bodies of an address that takes bytes, beside those that no address takes. */
  bytes?: readonly (readonly [label: string, type: string, bytes: Buffer])[]
  /** What stands on a request besides its body, such as the signature of the body. */
  sign?: (payload: string | Buffer, asker: Asker) => Sent
}

export const askers = ['nobody', 'customer', 'staff'] as const
export type Asker = (typeof askers)[number]
export type Sent = Record<string, string | string[]>

/** A request; onWire is one that only a real connection can carry (headers twice). */
export type FuzzCase = {
  label: string
  method: Target['method']
  url: string
  headers: Sent
  payload?: string | Buffer
  onWire: boolean
}

const json = { 'content-type': 'application/json' }
type Kind = (target: Target, die: Die, extra: Json[string]) => Partial<FuzzCase> & { label: string }

/** A kind of nonsense each; every address gets every kind as everybody. */
export const kinds: Record<string, Kind> = {
  'too deep': (target, die) => whole(target, oneOf(die, deep), die),
  'halves of characters': (target, die) => valued(target, die, oneOf(die, halves)),
  NUL: (target, die) => valued(target, die, oneOf(die, nuls)),
  huge: (target, die) =>
    target.method !== 'GET' && die(2)
      ? whole(target, oneOf(die, huge), die)
      : valued(target, die, oneOf(die, long)),
  empty: (target, die) => valued(target, die, oneOf(die, empties)),
  'ids of nothing': (target, die) => nowhere(target, die),
  'as it should be': (target) => sound(target),
  'headers twice': (target, die) => twice(target, die),
  'a body that is not what it says': (target, die) => mislabelled(target, die),
  'wrong types': (target, die) => valued(target, die, oneOf(die, wrongTypes)),
  'out of range': (target, die) => valued(target, die, oneOf(die, ranges)),
  'names twice and names of others': (target, die) => named(target, die),
  'no object': (target, die) => whole(target, oneOf(die, wholes), die),
  'made up': (target, die, extra) => valued(target, die, die(3) ? extra : oneOf(die, texts)),
}

/** The cases of one kind for a run, each the same for the same seed. */
export function casesOf(seed: number): (target: Target, kind: string, die: Die) => FuzzCase {
  const pool = madeUp(seed, 300)
  return (target, kind, die) => {
    const made = kinds[kind]!(target, die, oneOf(die, pool))
    return {
      method: target.method,
      url: target.url,
      headers: {},
      onWire: false,
      ...made,
      label: `${kind}: ${made.label}`,
    }
  }
}

/** The names of a schema's fields, at its top. */
export const fieldsOf = (schema: z.ZodType): string[] =>
  Object.keys(
    ((z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json)
      .properties as Json) ?? {},
  )

const bodyless = ({ method }: Target): boolean => method === 'GET' || method === 'DELETE'

function sound(target: Target): ReturnType<Kind> {
  if (target.bytes) return bytesOf(target.bytes[0]!)
  return target.body
    ? { label: 'all of it', headers: json, payload: JSON.stringify(target.body) }
    : { label: 'all of it' }
}

/** One value of a request is changed: in its body, its query or its address. */
function valued(target: Target, die: Die, value: unknown): ReturnType<Kind> {
  if (target.bytes && die(3)) return bytesOf(oneOf(die, target.bytes))
  if (target.pattern.includes(':') && die(4) === 0) return addressed(target, textOf(value))
  if (bodyless(target) || die(8) === 0) return asked(target, die, textOf(value))

  return changed(target, die, value)
}

function changed(target: Target, die: Die, value: unknown): ReturnType<Kind> {
  const places = [...target.fields.map((field) => [field]), ...placesIn(target.body)]
  const place = places.length ? oneOf(die, places) : ['x']

  return {
    label: `${place.join('.')} = ${JSON.stringify(value)?.slice(0, 120)}`,
    headers: json,
    payload: JSON.stringify(withValue(target.body ?? {}, place, value)),
  }
}

/** Where a body holds something, inner places too. */
function placesIn(value: unknown, at: readonly string[] = []): string[][] {
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inner]) => [
    [...at, name],
    ...placesIn(inner, [...at, name]),
  ])
}

function withValue(into: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  if (Array.isArray(into))
    return into.map((item, at) => (String(at) === name ? withValue(item, rest, value) : item))

  return { ...(into as Json), [name]: withValue((into as Json)?.[name], rest, value) }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'x')

/** Text as an address carries it, halves of characters as the bytes that some make of them. */
const encoded = (text: string): string =>
  Array.from(text.slice(0, 4_000), (char) =>
    char.isWellFormed() ? encodeURIComponent(char) : '%ed%a0%80',
  ).join('')

function asked(target: Target, die: Die, text: string): ReturnType<Kind> {
  const name = oneOf(die, [...target.queries, 'x'])
  const more = die(4) === 0 ? `&${name}=${encoded(text)}&${name}[]=1` : ''

  return {
    label: `?${name}=${encoded(text).slice(0, 120)}${more && ' twice'}`,
    url: `${target.url}${target.url.includes('?') ? '&' : '?'}${name}=${encoded(text)}${more}`,
    ...bodyOf(target),
  }
}

function addressed(target: Target, text: string): ReturnType<Kind> {
  const url = target.pattern.replace(/:\w+/g, () => encoded(text) || '%20')
  return { label: `address ${url.slice(0, 160)}`, url, ...bodyOf(target) }
}

function bodyOf({ body, bytes }: Target): Partial<FuzzCase> {
  if (bytes) return { headers: { 'content-type': bytes[0]![1] }, payload: bytes[0]![2] }
  return body ? { headers: json, payload: JSON.stringify(body) } : {}
}

function nowhere(target: Target, die: Die): ReturnType<Kind> {
  const from = die(2) ? unknownIds : segments
  const places = placesIn(target.body).filter((place) => /ids?$|key$/i.test(place.at(-1)!))

  if (target.pattern.includes(':') && (!places.length || die(2))) {
    const url = target.pattern.replace(/:\w+/g, () => oneOf(die, from))
    return { label: `address ${url.slice(0, 160)}`, url, ...bodyOf(target) }
  }

  if (!places.length) return asked(target, die, oneOf(die, unknownIds))

  const place = oneOf(die, places)
  const id = oneOf(die, unknownIds)

  return {
    label: `${place.join('.')} = ${id}`,
    headers: json,
    payload: JSON.stringify(withValue(target.body, place, id)),
  }
}

/** Header lines that come twice, or that say what a client of ours never says. */
const strange: readonly Sent[] = [
  { authorization: ['Bearer x', 'Bearer y'] },
  { authorization: 'Bearer ' + 'x'.repeat(4_096) },
  { authorization: 'Basic eDp5' },
  { 'content-type': ['application/json', 'text/plain'] },
  { 'content-length': ['2', '3'] },
  { 'transfer-encoding': ['chunked', 'identity'] },
  { host: ['x', 'y'] },
  { 'accept-language': ['en-US', 'pt-BR'] },
  { 'x-recaptcha-token': ['a', 'b'] },
  { 'user-agent': ['é'.repeat(2_000), 'x'] },
  { cookie: ['refreshToken=%00', 'transcripts=x; i18next=__proto__'] },
  { cookie: 'refreshToken=%; transcripts=%ff; i18next[]=1; =; ;' },
  { origin: ['null', 'http://x'] },
  { 'x-forwarded-for': ["'; drop table users", '1.2.3.4, , unknown'] },
  { 'sec-fetch-site': ['cross-site', 'none'] },
  { 'if-none-match': ['*', '"x"', 'W/'] },
  { range: ['bytes=9-1', 'bytes=0-'] },
  { 'accept-encoding': ['br;q=x', 'zstd'] },
  { expect: '100-continue' },
  { 'stripe-signature': ['t=1,v1=x', 't=2'] },
  { 'x-signature-ed25519': ['0'.repeat(128), 'x'] },
]

function twice(target: Target, die: Die): ReturnType<Kind> {
  const headers = oneOf(die, strange)
  const own = bodyOf(target)

  return {
    label: Object.keys(headers).join(),
    ...own,
    headers: { ...own.headers, ...headers },
    onWire: true,
  }
}

const types = [
  'text/plain',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=""',
  'image/png',
  'application/json, text/html',
  'json',
  '',
]

/** No body that says it is JSON, or a body that says it is something else. */
function mislabelled(target: Target, die: Die): ReturnType<Kind> {
  if (die(2)) {
    const type = die(3) ? 'application/json' : oneOf(die, types)
    return { label: `no body, ${type}`, headers: { 'content-type': type }, onWire: true }
  }

  const type = oneOf(die, types)
  const payload = bodyOf(target).payload ?? '{}'

  return { label: `a body, ${type || 'no type'}`, headers: { 'content-type': type }, payload }
}

/** A name that a body has twice, or one that is not for it. */
function named(target: Target, die: Die): ReturnType<Kind> {
  const own = JSON.stringify(target.body ?? {})
  const name = oneOf(die, [...target.fields, ...Object.keys(target.body ?? {}), 'id'])
  const added = die(2) ? `${JSON.stringify(name)}:1` : oneOf(die, prototypes)
  const payload = own === '{}' ? `{${added}}` : `{${added},${own.slice(1)}`

  return { label: added, headers: json, payload }
}

function whole(
  target: Target,
  [label, payload]: readonly [string, string | Buffer],
  die: Die,
): ReturnType<Kind> {
  if (target.bytes && die(3)) return bytesOf(oneOf(die, target.bytes))
  return { label, headers: json, payload }
}

const bytesOf = ([label, type, payload]: readonly [string, string, Buffer]): ReturnType<Kind> => ({
  label,
  headers: { 'content-type': type },
  payload,
})
