import { supportLimits } from '@chaveiro/contracts/support-limits'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../../api/call.ts'
import { ask } from '../../../../api/queries.ts'
import { QueryResult } from '../../../../ui/answered.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { confirm } from '../../components/confirm.tsx'
import { TextAreaField } from '../../components/fields.tsx'
import { FormModal } from '../../components/form-modal.tsx'
import { DialogLoading } from '../../components/loading.tsx'
import { Modal } from '../../components/modal.tsx'
import { RowActions } from '../../components/row-actions.tsx'
import { useChange } from '../../components/use-change.ts'
import type { SavedReply } from '../../shared/rows.ts'
import { placeholders } from './saved.ts'

type Values = { title: string; pt: string; en: string }

/** Title and texts of one saved reply. */
function ReplyFields({ reply, onClose }: { reply: SavedReply | null; onClose(): void }) {
  const { t } = useTranslation('admin')
  const repliesChange = useChange(adminApi.supportDesk.replies)

  const replyForm = useForm<Values>({
    defaultValues: {
      title: reply?.title ?? '',
      pt: reply?.texts['pt-BR'] ?? '',
      en: reply?.texts['en-US'] ?? '',
    },
  })

  async function saveReply({ title, pt, en }: Values): Promise<void> {
    const requestBody = { title: title.trim(), texts: { 'pt-BR': pt.trim(), 'en-US': en.trim() } }
    if (reply)
      await call(adminApi.supportDesk.updateReply, { params: { id: reply.id }, body: requestBody })
    else await call(adminApi.supportDesk.createReply, { body: requestBody })
    toast(t('adminTickets.replies.saved'), 'good')
    void repliesChange.reload()
  }

  const { title, pt, en } = replyForm.watch()

  return (
    <FormModal
      wide
      form={replyForm}
      title={t(reply ? 'adminTickets.replies.edit' : 'adminTickets.replies.add')}
      failed={t('adminTickets.replies.errorSave')}
      canSave={!!title.trim() && !!(pt.trim() || en.trim())}
      onSave={saveReply}
      onClose={onClose}
    >
      <Field
        label={t('adminTickets.replies.name')}
        maxLength={supportLimits.replyTitle}
        {...replyForm.register('title')}
      />

      <TextAreaField
        rows={6}
        label={t('adminTickets.replies.pt')}
        hint={t('adminTickets.replies.hint', placeholders)}
        maxLength={supportLimits.text}
        {...replyForm.register('pt')}
      />

      <TextAreaField
        rows={6}
        label={t('adminTickets.replies.en')}
        hint={t('adminTickets.replies.other')}
        maxLength={supportLimits.text}
        {...replyForm.register('en')}
      />
    </FormModal>
  )
}

function ReplyList({
  replies,
  onEdit,
  onRemove,
}: {
  replies: readonly SavedReply[]
  onEdit(reply: SavedReply): void
  onRemove(reply: SavedReply): void
}) {
  const { t } = useTranslation('admin')
  if (!replies.length) return <p className="text-muted">{t('adminTickets.replies.noneText')}</p>

  return (
    <ul className="grid">
      {replies.map((reply) => (
        <li
          key={reply.id}
          className="flex items-center justify-between gap-3 border-b border-line py-1 text-sm last:border-0"
        >
          <bdi className="wrap-anywhere">{reply.title}</bdi>

          <RowActions
            name={reply.title}
            actions={[
              {
                label: t('kit.edit'),
                icon: <Pencil aria-hidden />,
                run: () => onEdit(reply),
              },
              {
                label: t('kit.delete'),
                icon: <Trash2 aria-hidden />,
                danger: true,
                run: () => onRemove(reply),
              },
            ]}
          />
        </li>
      ))}
    </ul>
  )
}

/** Creates, changes and deletes saved replies, which all staff share. */
export function ManageReplies({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(['admin', 'common'])
  const repliesQuery = useQuery(ask(adminApi.supportDesk.replies))
  const repliesChange = useChange(adminApi.supportDesk.replies)
  const [edited, setEdited] = useState<SavedReply | 'new' | null>(null)

  async function removeReply({ id, title }: SavedReply): Promise<void> {
    const confirmQuestion = {
      title: t('adminTickets.replies.deleteTitle'),
      text: t('adminTickets.replies.deleteText', { title }),
      act: t('adminTickets.replies.deleteAct'),
    }

    if (!(await confirm(confirmQuestion))) return

    await repliesChange.run(() => call(adminApi.supportDesk.removeReply, { params: { id } }), {
      failed: t('adminTickets.replies.errorDelete'),
      done: t('adminTickets.replies.deleted'),
    })
  }

  if (edited)
    return <ReplyFields reply={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />

  return (
    <Modal
      wide
      title={t('adminTickets.replies.title')}
      onClose={onClose}
      footer={
        <Button
          look="primary"
          icon={<Plus size={16} aria-hidden />}
          onClick={() => setEdited('new')}
        >
          {t('adminTickets.replies.add')}
        </Button>
      }
    >
      <QueryResult
        answer={repliesQuery}
        failed={t('adminTickets.replies.errorLoad')}
        retry={t('common:action.retry')}
        waiting={<DialogLoading />}
      >
        {({ replies }) => (
          <ReplyList
            replies={replies}
            onEdit={setEdited}
            onRemove={(reply) => void removeReply(reply)}
          />
        )}
      </QueryResult>
    </Modal>
  )
}
