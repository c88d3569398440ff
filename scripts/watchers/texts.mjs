// Contents and names of files, cached while watchers are chosen.
import { basename } from 'node:path'

import { read } from '../sources.mjs'

export const stem = (path) => basename(path).split('.')[0]

export const camel = (name) => name.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase())

export function textOf({ texts }, path) {
  if (!texts.has(path)) texts.set(path, read(path))

  return texts.get(path)
}
