import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The order in which a command names the files (CHAVEIRO_ORDER), if it names any. */
export class ChosenOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = (process.env.CHAVEIRO_ORDER ?? '').split('\n').filter(Boolean)
    if (!order.length) return super.sort(files)

    const place = ({ moduleId }: TestSpecification) => {
      const position = order.findIndex((path) => moduleId.includes(path))

      return position === -1 ? order.length : position
    }

    return files.toSorted((a, b) => place(a) - place(b))
  }
}
