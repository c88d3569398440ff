import { useTranslation } from 'react-i18next'

import { Button } from '../../../../ui/button.tsx'
import { join } from '../../../../ui/join.ts'
import type { Saved } from './use-saved.ts'

function ReplyOptions({ id, replies, chosenIndex, insertReply }: Saved) {
  const { t } = useTranslation('admin')
  if (!replies.length)
    return <p className="px-2 py-1 text-sm text-muted">{t('adminTickets.replies.none')}</p>

  return (
    <ul
      id={id}
      role="listbox"
      aria-label={t('adminTickets.replies.title')}
      className="max-h-44 overflow-y-auto"
    >
      {replies.map((reply, i) => (
        <li
          key={reply.id}
          id={`${id}-${i}`}
          role="option"
          aria-selected={i === chosenIndex}
          ref={(item) => {
            if (i === chosenIndex) item?.scrollIntoView({ block: 'nearest' })
          }}
          // Keeps the focus in the text field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => insertReply(reply)}
          className={join(
            'flex min-h-9 cursor-pointer items-center rounded-sm px-2 py-1 text-sm',
            'wrap-anywhere pointer-coarse:min-h-11',
            i === chosenIndex ? 'bg-accent-soft' : 'hover:bg-raised',
          )}
        >
          <bdi>{reply.title}</bdi>
        </li>
      ))}
    </ul>
  )
}

/** Saved replies above the field in which a slash was typed. */
export function SavedList({ saved, onManage }: { saved: Saved; onManage(): void }) {
  const { t } = useTranslation('admin')
  const { isOpen, replies } = saved

  return (
    <>
      <p className="sr-only" role="status">
        {isOpen && t('adminTickets.replies.found', { count: replies.length })}
      </p>

      {isOpen && (
        <div className="grid gap-1 rounded-md border border-line bg-high p-1.5 shadow-pop">
          <ReplyOptions {...saved} />

          <Button size="sm" look="ghost" onClick={onManage}>
            {t('adminTickets.replies.manage')}
          </Button>
        </div>
      )}
    </>
  )
}
