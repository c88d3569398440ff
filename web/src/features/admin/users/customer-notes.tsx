import { lengths } from '@chaveiro/contracts/lengths'
import { Trash2 } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { newId } from '../../shared/support/draft.ts'
import { confirm } from '../components/confirm.tsx'
import { TextAreaField } from '../components/fields.tsx'
import { useChange } from '../components/use-change.ts'
import { useLeaveGuard } from '../components/use-leave-guard.ts'
import { When } from '../components/when.tsx'
import type { Customer } from '../shared/rows.ts'

const shownAtFirst = 5

/** Writes a note; the text stays until it is saved. */
function CustomerNoteForm({ customer }: { customer: Customer }) {
  const { t } = useTranslation('admin')
  const userChange = useChange(adminApi.customers.read)
  const [text, setText] = useState('')
  const [clientId, setClientId] = useState(newId)
  const [error, setError] = useState<string>()
  useLeaveGuard(text.trim() !== '')

  async function saveNote(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!text.trim()) return setError(t('kit.required'))

    const succeeded = await userChange.run(
      () =>
        call(adminApi.customers.note, { params: { id: customer.id }, body: { clientId, text } }),
      { failed: t('adminUsers.page.errorNote'), done: t('adminUsers.page.noted') },
    )

    if (!succeeded) return

    setText('')
    setClientId(newId())
  }

  return (
    <form noValidate className="grid gap-2" onSubmit={(event) => void saveNote(event)}>
      <TextAreaField
        label={t('adminUsers.page.newNote')}
        hint={t('adminUsers.page.noteHint')}
        rows={2}
        maxLength={lengths.deskText}
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.target.value)
          setError(undefined)
        }}
      />

      <Button type="submit" size="sm" busy={userChange.busy} className="justify-self-start">
        {t('adminUsers.page.addNote')}
      </Button>
    </form>
  )
}

function NoteList({
  notes,
  busy,
  onRemove,
}: {
  notes: Customer['notes']
  busy: boolean
  onRemove(noteId: string): void
}) {
  const { t } = useTranslation('admin')
  if (!notes.length) return <p className="text-sm text-muted">{t('adminUsers.page.noNotes')}</p>

  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 text-sm">
      {notes.map((note) => (
        <li
          key={note.id}
          className="grid grid-cols-[minmax(0,1fr)] gap-0.5 border-l-2 border-line pl-3"
        >
          <span className="wrap-anywhere whitespace-pre-wrap">{note.text}</span>

          <span className="flex items-center justify-between gap-2 text-xs text-muted">
            <span className="min-w-0 wrap-anywhere">
              {note.author} · <When at={note.createdAt} />
            </span>

            {note.own && (
              <IconButton
                label={t('adminUsers.page.removeNote')}
                className="size-9! text-muted hover:text-bad [&>svg]:size-4"
                disabled={busy}
                onClick={() => onRemove(note.id)}
              >
                <Trash2 aria-hidden />
              </IconButton>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Internal notes about a customer, newest first (P342). */
export function CustomerNotes({ customer }: { customer: Customer }) {
  const { t } = useTranslation('admin')
  const userChange = useChange(adminApi.customers.read)
  const [all, setAll] = useState(false)
  const shownNotes = all ? customer.notes : customer.notes.slice(0, shownAtFirst)

  async function removeNote(noteId: string): Promise<void> {
    const isConfirmed = await confirm({
      title: t('adminUsers.page.removeNoteTitle'),
      text: t('adminUsers.page.removeNoteText'),
      act: t('adminUsers.page.removeNote'),
    })

    if (!isConfirmed) return

    await userChange.run(
      () => call(adminApi.customers.removeNote, { params: { id: customer.id, noteId } }),
      { failed: t('adminUsers.page.errorRemoveNote'), done: t('adminUsers.page.noteRemoved') },
    )
  }

  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-sm font-semibold">{t('adminUsers.page.notes')}</h2>

      <NoteList
        notes={shownNotes}
        busy={userChange.busy}
        onRemove={(noteId) => void removeNote(noteId)}
      />

      {customer.notes.length > shownNotes.length && (
        <Button size="sm" look="ghost" className="justify-self-start" onClick={() => setAll(true)}>
          {t('adminUsers.page.allNotes', { total: customer.notes.length })}
        </Button>
      )}

      <CustomerNoteForm customer={customer} />
    </section>
  )
}
