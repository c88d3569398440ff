import type { RichText as Tree } from '@chaveiro/contracts/rich-text'
import { Eye, Pencil } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../../api/call.ts'
import { Button } from '../../../../ui/button.tsx'
import { RichText } from '../../../../ui/rich-text.tsx'
import { TextAreaField } from '../../components/fields.tsx'
import { failureText } from '../../components/use-change.ts'

/** Renders the text on the server, exactly as visitors will see it. */
function usePreview(text: string) {
  const { t } = useTranslation('admin')
  const [tree, setTree] = useState<Tree | null>(null)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)

  async function loadPreview(): Promise<void> {
    setBusy(true)
    setRefused(null)

    try {
      setTree((await call(adminApi.productPages.preview, { body: { text } })).tree)
    } catch (failure) {
      console.error('preview', failure)
      setRefused(failureText(t('adminPages.errorPreview'), failure))
    } finally {
      setBusy(false)
    }
  }

  return { tree, busy, refused, look: loadPreview, close: () => setTree(null) }
}

/** The rendered text in place of the field. */
function TextPreview({ label, tree }: { label: string; tree: Tree }) {
  const { t } = useTranslation('admin')
  return (
    <section aria-label={t('adminPages.previewOf', { field: label })} className="grid gap-1.5">
      <h2 className="text-sm font-medium">{label}</h2>
      <div className="rounded-md border border-line bg-ground p-4">
        {tree.length ? <RichText tree={tree} /> : t('adminPages.previewEmpty')}
      </div>
    </section>
  )
}

/** A Markdown text with a preview. */
export function MarkdownField({
  label,
  text,
  error,
  ...field
}: ComponentProps<typeof TextAreaField> & { label: string; text: string }) {
  const { t } = useTranslation('admin')
  const { tree, busy, refused, look: loadPreview, close } = usePreview(text)

  return (
    <div className="grid gap-1.5">
      {tree && <TextPreview label={label} tree={tree} />}
      {!tree && <TextAreaField label={label} mono error={refused ?? error} {...field} />}

      <div>
        <Button
          size="sm"
          busy={busy}
          icon={tree ? <Pencil size={15} aria-hidden /> : <Eye size={15} aria-hidden />}
          aria-label={t(tree ? 'adminPages.typeOf' : 'adminPages.lookAt', { field: label })}
          onClick={tree ? close : () => void loadPreview()}
        >
          {t(tree ? 'kit.edit' : 'adminPages.look')}
        </Button>
      </div>
    </div>
  )
}
