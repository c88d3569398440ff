import { useId, useState, type ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'

import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Modal } from './modal.tsx'
import { useAskToClose } from './use-ask-to-close.ts'
import { failureText } from './use-change.ts'

type Props<V extends FieldValues> = {
  title: string
  form: UseFormReturn<V>
  /**
   * Saves. A throw keeps the form open with its values and shows the error. The result 'stays'
   * keeps it open without an error, for problems that the fields show themselves.
   */
  onSave(values: V): Promise<unknown>
  onClose(): void
  /** The section's error text; the server's reason is appended. */
  failed: string
  saveLabel?: string
  /** False disables the save button, for example while a required field is empty. */
  canSave?: boolean
  wide?: boolean
  children: ReactNode
}

/** A form in a dialog with cancel and save. After success it closes and resets to its defaults. */
export function FormModal<V extends FieldValues>({
  title,
  form,
  onSave,
  onClose,
  failed,
  saveLabel,
  canSave = true,
  wide,
  children,
}: Props<V>) {
  const { t } = useTranslation('admin')
  const formId = useId()
  const [error, setError] = useState<string | null>(null)
  const { isSubmitting: busy, isDirty } = form.formState
  const askToClose = useAskToClose(() => isDirty, onClose)

  const submitForm = form.handleSubmit(async (values) => {
    setError(null)

    try {
      if ((await onSave(values)) === 'stays') return
    } catch (failure) {
      console.error(failed, failure)
      return setError(failureText(failed, failure))
    }

    form.reset()
    onClose()
  })

  return (
    <Modal
      title={title}
      onClose={askToClose}
      unsaved={false}
      wide={wide}
      startsIn="first"
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={askToClose}>{t('kit.cancel')}</Button>
          <Button type="submit" form={formId} look="primary" busy={busy} disabled={!canSave}>
            {saveLabel ?? t('kit.save')}
          </Button>
        </div>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.stopPropagation()
          void submitForm(event)
        }}
      >
        {children}
        {error && <Notice tone="bad">{error}</Notice>}
      </form>
    </Modal>
  )
}
