import { lengths } from '@chaveiro/contracts/lengths'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { ask } from '../../../api/queries.ts'
import { Field } from '../../../ui/field.tsx'

/**
 * What is known of the role whose id was typed: why it cannot be given, that it can, or why nothing
 * can.
 */
function useRole(wanted: string) {
  const { data } = useQuery(ask(adminApi.roles.guild, {}, { staleTime: 0 }))
  const role = data?.roles.find((one) => one.id === wanted)
  const warning = !wanted || !data ? null : (data.problem ?? (role ? role.warning : 'unknown'))

  return { roles: data?.roles, role, warning, problem: data?.problem }
}

function RoleHint({ role, warning, problem }: ReturnType<typeof useRole>) {
  const { t } = useTranslation('admin')
  if (warning) return t(`discord.warning.${warning}`)
  if (role) return t('discord.chosen', { role: role.name })

  return problem ? t(`discord.warning.${problem}`) : t('adminProducts.discordRoleHint')
}

/**
 * The chat role that a product gives: its id, with the server's roles to choose from, and at once
 * whether the bot may give it.
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
  const list = useId()
  const known = useRole(value.trim())

  return (
    <div>
      <Field
        label={t('adminProducts.discordRole')}
        inputMode="numeric"
        maxLength={lengths.chatRole}
        list={list}
        autoComplete="off"
        hint={
          <span className={known.warning ? 'text-wait' : undefined}>
            <RoleHint {...known} />
          </span>
        }
        error={error}
        {...register({
          validate: (id) => /^\d*$/.test(id.trim()) || t('adminProducts.discordRoleInvalid'),
        })}
      />

      <datalist id={list}>
        {known.roles
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
