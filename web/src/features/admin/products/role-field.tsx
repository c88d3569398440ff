import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'
import { ask } from '../../../api/queries.ts'
import { Field } from '../../../ui/field.tsx'
import type { ProductFields } from './product-fields.ts'

/** The chat role that a product gives: its id, with the server's roles to choose from, and at once whether the bot may give it. */
export function RoleField({ form }: { form: UseFormReturn<ProductFields> }) {
  const { t } = useTranslation('admin')
  const list = useId()
  const { data } = useQuery(ask(adminApi.roles.guild, {}, { staleTime: 0 }))
  const {
    register,
    control,
    formState: { errors },
  } = form
  const wanted = useWatch({ control, name: 'discordRoleId' }).trim()
  const role = data?.roles.find((one) => one.id === wanted)
  const warning = !wanted || !data ? null : (data.problem ?? (role ? role.warning : 'unknown'))
  const hint = warning
    ? t(`discord.warning.${warning}`)
    : role
      ? t('discord.chosen', { role: role.name })
      : data?.problem
        ? t(`discord.warning.${data.problem}`)
        : t('adminProducts.discordRoleHint')
  return (
    <>
      <Field
        label={t('adminProducts.discordRole')}
        inputMode="numeric"
        maxLength={64}
        list={list}
        autoComplete="off"
        hint={<span className={warning ? 'text-wait' : undefined}>{hint}</span>}
        error={errors.discordRoleId?.message}
        {...register('discordRoleId', {
          validate: (value) => /^\d*$/.test(value.trim()) || t('adminProducts.discordRoleInvalid'),
        })}
      />
      <datalist id={list}>
        {data?.roles
          .filter((one) => one.warning === null)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </datalist>
    </>
  )
}
