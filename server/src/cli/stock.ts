import { counted } from '@chaveiro/contracts/counted'
import { parseArgs } from 'node:util'

import { holdStock, releaseStock, type KeysOfVariant } from '../domains/stock/stock.hold.service.ts'
import { Refusal, type Command } from './command.ts'
import { withApp } from './with-app.ts'

/** Keys out of the sale after a restore, and back (P478). */
export const stock: Command = {
  usage: `stock hold [--dry-run] [--json]
    every key that is for sale is reserved, so that none is given again that was given after the
    moment a restore went back to; run it before the shop starts
stock release [--variant ID] [--skip N] [--dry-run] [--json]
    puts up for sale again what was held; --skip leaves the first N of each option held, which
    are the ones that went out first; --variant names one option by its id, which hold tells`,

  read(args) {
    const asked = readAsked(args)
    if (!asked) return null

    const { what, variantId, skip, dryRun, json } = asked

    return ({ out }) =>
      withApp(async (app) => {
        const moved =
          what === 'hold'
            ? await holdStock(app, { dryRun })
            : await releaseStock(app, { skip, dryRun, ...(variantId ? { variantId } : {}) })

        if (variantId && !moved.length)
          throw new Refusal(
            `no key is held of an option with the id ${variantId}; hold tells the ids`,
          )

        out(json ? JSON.stringify(moved) : textOf(what, moved, dryRun))

        return 0
      })
  },
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function readAsked(args: string[]) {
  const options = {
    variant: { type: 'string' },
    skip: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  } as const

  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [what, ...more] = positionals
    const { variant: variantId, skip = '0', 'dry-run': dryRun, json } = values
    if ((what !== 'hold' && what !== 'release') || more.length) return null
    if (what === 'hold' && (variantId || values.skip)) return null
    if (!/^\d{1,9}$/.test(skip) || (variantId && !uuid.test(variantId))) return null

    return { what, variantId, skip: Number(skip), dryRun, json } as const
  } catch {
    return null
  }
}

function textOf(what: 'hold' | 'release', moved: KeysOfVariant[], dryRun: boolean): string {
  const keys = moved.reduce((all, variant) => all + variant.keys, 0)

  const done = {
    hold: ['would be held', 'held'],
    release: ['would be for sale', 'for sale again'],
  }[what][dryRun ? 0 : 1]

  return [
    `${counted(keys, 'key', 'keys')} ${done}.`,
    ...moved.map(({ variantId, name, keys }) => `  ${variantId}  ${keys}  ${name}`),
  ].join('\n')
}
