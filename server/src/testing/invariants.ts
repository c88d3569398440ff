export { brokenInvariants } from '../domains/laws/laws.queries.ts'
