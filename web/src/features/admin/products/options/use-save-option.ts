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
  optionBody,
  changesOf,
  differing,
  optionFields,
  refusedFields,
  type Option,
  type OptionFields,
} from './option-fields.ts'
import { optionViews } from './use-option-acts.ts'

/** Why saving failed, and after a conflict the other person's option. */
export type Failure = {
  text: string
  now?: { option: Option; fields: ReturnType<typeof differing> }
}

type Saved = Reply<AdminApi['variants']['update']>

const changedMeanwhile = (error: unknown): Option | undefined => {
  if (error instanceof ApiError && error.code === 'product.changed')
    return error.body.variant as Option

  return undefined
}

type Target = { product: Product; needsFirstName: boolean }

/** Sends an option and reports success, with a warning when its chat role has a problem. */
function useSendOption({ product, needsFirstName }: Target) {
  const { t } = useTranslation('admin')
  const optionChange = useChange(...optionViews)
  const pathParams = { id: product.id }

  function reportSuccess(
    { variant, roleWarning }: Saved,
    successText: 'adminOptions.created' | 'adminOptions.updated',
  ): void {
    const savedName = variant.name || product.name
    toast(t(successText, { name: savedName }), 'good')
    if (roleWarning)
      showBanner(
        t('discord.savedBut', { name: savedName, reason: t(`discord.warning.${roleWarning}`) }),
      )
    void optionChange.reload()
  }

  return async function sendOption(fields: OptionFields, base: Option | undefined): Promise<void> {
    if (!base) {
      const firstName = needsFirstName ? { firstName: fields.firstName.trim() } : {}
      const requestBody = { ...optionBody(fields), ...firstName }

      return reportSuccess(
        await call(adminApi.variants.create, { params: pathParams, body: requestBody }),
        'adminOptions.created',
      )
    }

    const optionChanges = changesOf(optionFields(base, product.currency), fields)
    if (Object.keys(optionChanges).length === 0) return

    try {
      const optionReply = await call(adminApi.variants.update, {
        params: { ...pathParams, variantId: base.id },
        body: { ...optionChanges, version: base.version },
      })
      reportSuccess(optionReply, 'adminOptions.updated')
    } catch (error) {
      const currentOption = changedMeanwhile(error)
      // A different position in the list is no conflict.
      if (currentOption && differing(base, currentOption).length === 0)
        return sendOption(fields, currentOption)

      throw error
    }
  }
}

/**
 * Saves or adds an option. Errors appear at their field and typed values always stay. After a
 * conflict, untouched fields take the current values, and the next save starts from these values.
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
  const sendOption = useSendOption(target)

  function handleError(error: unknown): void {
    console.error('option', error)
    const currentOption = changedMeanwhile(error)
    const errorText = failureText(t('adminOptions.errorSave'), error)

    if (currentOption && base) {
      form.reset(optionFields(currentOption, target.product.currency), { keepDirtyValues: true })
      setBase(currentOption)

      return setFailure({
        text: errorText,
        now: { option: currentOption, fields: differing(base, currentOption) },
      })
    }

    const refusedField = error instanceof ApiError ? refusedFields(error.code, error.body) : []
    const shownFields = refusedField.filter(shows)
    for (const field of shownFields.toReversed())
      form.setError(field, { message: (error as ApiError).message }, { shouldFocus: true })
    if (shownFields.length === 0) setFailure({ text: errorText })
  }

  return {
    failure,

    async save(fields: OptionFields): Promise<'stays' | undefined> {
      setFailure(null)
      try {
        await sendOption(fields, base)
        return undefined
      } catch (error) {
        handleError(error)
        return 'stays'
      }
    },

    startAnew(): void {
      if (base) form.reset(optionFields(base, target.product.currency))
      setFailure(null)
    },
  }
}
