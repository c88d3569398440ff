export { brokenInvariants } from '../domains/operations/invariants.queries.ts'
