import type { Locator } from 'playwright-core'

/** The accessibility tree of a part of a page: roles, names, states and order. */
export const readerTree = async (part: Locator): Promise<string> =>
  (await part.ariaSnapshot()).replaceAll('\u00a0', ' ')
