import type { AdminApi } from '@chaveiro/contracts/admin'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../../api/call.ts'
import { ApiError, type Reply } from '../../../../api/http.ts'
import { toast } from '../../../../ui/toast.tsx'
import { showBanner } from '../../components/banner.tsx'
import { failureText, useChange } from '../../components/use-change.ts'
import type { Product } from '../../shared/rows.ts'
import {
  bodyOf,
  changesOf,
  differing,
  formOf,
  refusedFields,
  type Option,
  type OptionFields,
} from './option-fields.ts'
import { optionViews } from './use-option-acts.ts'

/** What could not be saved; and what somebody else made of the option meanwhile. */
export type Failure = {
  text: string
  now?: { option: Option; fields: ReturnType<typeof differing> }
}

type Saved = Reply<AdminApi['variants']['update']>

const changedMeanwhile = (error: unknown): Option | undefined =>
  error instanceof ApiError && error.code === 'product.changed'
    ? (error.body.variant as Option)
    : undefined

type Target = { product: Product; needsFirstName: boolean }

/** Sends an option, and says what was saved; what its chat role lacks is said too. */
function useSendOption({ product, needsFirstName }: Target) {
  const { t } = useTranslation('admin')
  const change = useChange(...optionViews)
  const params = { id: product.id }

  function tell(
    { variant, roleWarning }: Saved,
    text: 'adminOptions.created' | 'adminOptions.updated',
  ): void {
    const name = variant.name || product.name
    toast(t(text, { name }), 'good')
    if (roleWarning)
      showBanner(t('discord.savedBut', { name, reason: t(`discord.warning.${roleWarning}`) }))
    void change.reload()
  }

  return async function send(fields: OptionFields, base: Option | undefined): Promise<void> {
    if (!base) {
      const firstName = needsFirstName ? { firstName: fields.firstName.trim() } : {}
      const body = { ...bodyOf(fields), ...firstName }

      return tell(await call(adminApi.variants.create, { params, body }), 'adminOptions.created')
    }

    const changes = changesOf(formOf(base, product.currency), fields)
    if (Object.keys(changes).length === 0) return

    try {
      const answer = await call(adminApi.variants.update, {
        params: { ...params, variantId: base.id },
        body: { ...changes, version: base.version },
      })
      tell(answer, 'adminOptions.updated')
    } catch (error) {
      const current = changedMeanwhile(error)
      // Another place in the order is no other option.
      if (current && differing(base, current).length === 0) return send(fields, current)

      throw error
    }
  }
}

/**
 * Saves an option, or adds one. What the shop refuses is said at its field where that is shown, and
 * what was typed stays in every case. Where somebody else changed the option meanwhile, fields that
 * were not touched here take the present values, and the next press saves on top of those.
 */
export function useSaveOption({
  option,
  form,
  shows,
  ...target
}: Target & {
  option: Option | undefined
  form: UseFormReturn<OptionFields>
  shows(field: keyof OptionFields): boolean
}) {
  const { t } = useTranslation('admin')
  const [failure, setFailure] = useState<Failure | null>(null)
  const [base, setBase] = useState(option)
  const send = useSendOption(target)

  function meet(error: unknown): void {
    console.error('option', error)
    const current = changedMeanwhile(error)
    const text = failureText(t('adminOptions.errorSave'), error)

    if (current && base) {
      form.reset(formOf(current, target.product.currency), { keepDirtyValues: true })
      setBase(current)

      return setFailure({ text, now: { option: current, fields: differing(base, current) } })
    }

    const refused = error instanceof ApiError ? refusedFields(error.code, error.body) : []
    const shown = refused.filter(shows)
    for (const field of shown.toReversed())
      form.setError(field, { message: (error as ApiError).message }, { shouldFocus: true })
    if (shown.length === 0) setFailure({ text })
  }

  return {
    failure,

    async save(fields: OptionFields): Promise<'stays' | undefined> {
      setFailure(null)
      try {
        await send(fields, base)
        return undefined
      } catch (error) {
        meet(error)
        return 'stays'
      }
    },

    startAnew(): void {
      if (base) form.reset(formOf(base, target.product.currency))
      setFailure(null)
    },
  }
}
