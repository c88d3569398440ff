// Converts the recorders' output into functions of our source files.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join, relative, resolve } from 'node:path'

import { root } from '../setup.mjs'

/** The functions that each test called, by test and file. */
export function recordedCalls(folder) {
  const calls = new Map()

  const add = (test, file, place) => {
    if (!calls.has(test)) calls.set(test, new Map())
    const files = calls.get(test)
    if (!files.has(file)) files.set(file, new Set())
    files.get(file).add(place)
  }

  const sources = pageSources()
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.jsonl')))
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean))
      read(JSON.parse(line), add, sources)

  return calls
}

function read({ test: path, ...seen }, add, sources) {
  if (!path) return

  const test = path.startsWith('/') ? relative(root, path) : path
  for (const [file, place] of placesOf(seen, sources)) if (file) add(test, file, place)
}

/** The files in one line of a recording, each with the position of a called function. */
function* placesOf({ calls = {}, pages = {}, scripts = [] }, sources) {
  for (const [file, places] of Object.entries(calls))
    for (const place of places) yield [file, place]
  for (const [script, places] of Object.entries(pages))
    for (const place of places) yield [sources.at(script, place), `${script} ${place}`]
  for (const script of scripts) for (const file of sources.of(script)) yield [file, script]
}

/** Finds the source file of a position in a built script, by the build's source maps. */
function pageSources() {
  const dist = join(root, 'web/dist')
  const scripts = new Map()

  const scriptOf = (script) => {
    if (!scripts.has(script)) scripts.set(script, readScript(join(dist, script)))

    return scripts.get(script)
  }

  return {
    of: (script) => scriptOf(script)?.files ?? [],
    at(script, place) {
      const { map, starts, fileOf } = scriptOf(script) ?? {}
      if (!map) return

      const line = starts.findLastIndex((start) => start <= place)

      return fileOf(map.findEntry(line, place - starts[line]).originalSource)
    },
  }
}

function readScript(path) {
  if (!existsSync(`${path}.map`)) return

  const payload = JSON.parse(readFileSync(`${path}.map`, 'utf8'))
  const text = readFileSync(path, 'utf8')
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]

  const fileOf = (source) => {
    const file = source && relative(root, resolve(path, '..', source))

    return file && /^(web|contracts)\/.*\.tsx?$/.test(file) ? file : undefined
  }

  const files = payload.sources.map(fileOf).filter(Boolean)

  return { map: new SourceMap(payload), starts, fileOf, files }
}
