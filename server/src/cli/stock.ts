import { counted } from '@chaveiro/contracts/counted'
import { parseArgs } from 'node:util'

import { holdStock, releaseStock, type KeysOfVariant } from '../domains/stock/stock.hold.service.ts'
import { Refusal, type Command } from './command.ts'
import { withApp } from './with-app.ts'

/** Takes keys off sale after a restore, and puts them back (P478). */
export const stockCommand: Command = {
  usage: `stock hold [--dry-run] [--json]
    takes every key off sale, so that none is delivered twice that was delivered after the moment
    of the restored backup; run it before the shop starts
stock release [--variant ID] [--skip N] [--dry-run] [--json]
    puts held keys up for sale again; --skip leaves the first N of each option held, which were
    delivered first; --variant names one option by its id, which "stock hold" lists`,

  read(args) {
    const parsedArguments = readArguments(args)
    if (!parsedArguments) return null

    const { what, variantId, skip, dryRun, json } = parsedArguments

    return ({ out }) =>
      withApp(async (app) => {
        const movedKeys =
          what === 'hold'
            ? await holdStock(app, { dryRun })
            : await releaseStock(app, { skip, dryRun, ...(variantId ? { variantId } : {}) })

        if (variantId && !movedKeys.length)
          throw new Refusal(
            `no key is held of an option with the id ${variantId}; "stock hold" lists the ids`,
          )

        out(json ? JSON.stringify(movedKeys) : movedText(what, movedKeys, dryRun))

        return 0
      })
  },
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function readArguments(args: string[]) {
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
    if (!/^\d{1,9}$/.test(skip) || (variantId && !uuidPattern.test(variantId))) return null

    return { what, variantId, skip: Number(skip), dryRun, json } as const
  } catch {
    return null
  }
}

function movedText(what: 'hold' | 'release', movedKeys: KeysOfVariant[], dryRun: boolean): string {
  const keyCount = movedKeys.reduce((sum, variant) => sum + variant.keys, 0)

  const resultText = {
    hold: ['would be held', 'held'],
    release: ['would be for sale', 'for sale again'],
  }[what][dryRun ? 0 : 1]

  return [
    `${counted(keyCount, 'key', 'keys')} ${resultText}.`,
    ...movedKeys.map(({ variantId, name, keys }) => `  ${variantId}  ${keys}  ${name}`),
  ].join('\n')
}
