import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The order in which a command named the files (CHAVEIRO_ORDER), where it named any. */
export class ChosenOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = (process.env.CHAVEIRO_ORDER ?? '').split('\n').filter(Boolean)
    if (!order.length) return super.sort(files)

    const place = ({ moduleId }: TestSpecification) => {
      const found = order.findIndex((path) => moduleId.includes(path))

      return found === -1 ? order.length : found
    }

    return files.toSorted((a, b) => place(a) - place(b))
  }
}
