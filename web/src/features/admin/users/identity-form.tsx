import { lengths } from '@chaveiro/contracts/lengths'
import { mailForm } from '@chaveiro/contracts/mail-form'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { ApiError, call } from '../../../api/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { FormModal } from '../components/form-modal.tsx'
import { useChange } from '../components/use-change.ts'
import type { User } from '../shared/rows.ts'

type Values = { name: string; email: string }

/**
 * Corrects an account's name and e-mail. A new e-mail needs a step-up, and the old e-mail address
 * is notified (Q113).
 */
function IdentityForm({ user, onClose }: { user: User; onClose(): void }) {
  const { t } = useTranslation('admin')
  const userChange = useChange(adminApi.users.list, adminApi.users.read, adminApi.customers.read)
  const userForm = useForm<Values>({ defaultValues: { name: user.name, email: user.email } })

  const {
    register,
    formState: { errors, dirtyFields },
  } = userForm

  async function saveUser(values: Values): Promise<'stays' | undefined> {
    const [name, email] = [values.name.trim(), values.email.trim().toLowerCase()]

    try {
      await call(adminApi.users.update, {
        params: { id: user.id },
        body: {
          ...(name !== user.name && { name }),
          ...(email !== user.email && { email }),
        },
      })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'account.email_taken') throw error

      userForm.setError('email', { message: error.message })

      return 'stays'
    }

    toast(t('adminUsers.saved'), 'good')
    void userChange.reload()
  }

  return (
    <FormModal
      title={t('adminUsers.identity.title', { name: user.name })}
      form={userForm}
      onSave={saveUser}
      onClose={onClose}
      failed={t('adminUsers.errorUpdate')}
      canSave={Boolean(dirtyFields.name ?? dirtyFields.email)}
    >
      <Field
        label={t('adminUsers.name')}
        maxLength={80}
        autoComplete="off"
        error={errors.name?.message}
        {...register('name', { validate: (text) => text.trim() !== '' || t('kit.required') })}
      />

      <Field
        label={t('adminUsers.email')}
        type="email"
        maxLength={lengths.email}
        autoComplete="off"
        hint={t('adminUsers.identity.emailHint')}
        error={errors.email?.message}
        {...register('email', {
          validate: (text) => mailForm.test(text.trim()) || t('adminUsers.identity.emailWrong'),
        })}
      />
    </FormModal>
  )
}

export function EditIdentity({ user }: { user: User }) {
  const { t } = useTranslation('admin')
  const [open, setOpen] = useState(false)

  return (
    <>
      <Button size="sm" className="justify-self-start" onClick={() => setOpen(true)}>
        {t('adminUsers.identity.open')}
      </Button>
      {open && <IdentityForm user={user} onClose={() => setOpen(false)} />}
    </>
  )
}
