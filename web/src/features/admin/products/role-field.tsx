import { lengths } from '@chaveiro/contracts/lengths'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { ask } from '../../../api/queries.ts'
import { Field } from '../../../ui/field.tsx'

/** Looks up the typed role id: whether the bot can grant it, and why not. */
function useChatRole(wanted: string) {
  const { data } = useQuery(ask(adminApi.roles.guild, {}, { staleTime: 0 }))
  const matchingRole = data?.roles.find((one) => one.id === wanted)
  const roleWarning =
    !wanted || !data ? null : (data.problem ?? (matchingRole ? matchingRole.warning : 'unknown'))

  return { roles: data?.roles, role: matchingRole, warning: roleWarning, problem: data?.problem }
}

function RoleHint({
  role: matchingRole,
  warning: roleWarning,
  problem,
}: ReturnType<typeof useChatRole>) {
  const { t } = useTranslation('admin')
  if (roleWarning) return t(`discord.warning.${roleWarning}`)
  if (matchingRole) return t('discord.chosen', { role: matchingRole.name })

  if (problem) return t(`discord.warning.${problem}`)

  return t('adminProducts.discordRoleHint')
}

/**
 * The chat role of a product: its id with suggestions from the chat server, and whether the bot
 * can grant it.
 */
export function RoleField({
  value,
  error,
  register,
}: {
  value: string
  error: string | undefined
  register(rules: { validate(value: string): true | string }): UseFormRegisterReturn
}) {
  const { t } = useTranslation('admin')
  const suggestionsId = useId()
  const knownRole = useChatRole(value.trim())

  return (
    <div>
      <Field
        label={t('adminProducts.discordRole')}
        inputMode="numeric"
        maxLength={lengths.chatRole}
        list={suggestionsId}
        autoComplete="off"
        hint={
          <span className={knownRole.warning ? 'text-wait' : undefined}>
            <RoleHint {...knownRole} />
          </span>
        }
        error={error}
        {...register({
          validate: (id) => /^\d*$/.test(id.trim()) || t('adminProducts.discordRoleInvalid'),
        })}
      />

      <datalist id={suggestionsId}>
        {knownRole.roles
          ?.filter((one) => one.warning === null)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </datalist>
    </div>
  )
}
