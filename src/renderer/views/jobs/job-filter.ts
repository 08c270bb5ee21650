import { create } from 'zustand'
import { type JobFilter, NO_FILTER } from '../../state/jobs'

/** What the list of all jobs was narrowed to; kept while the window lives, so that coming back shows the same. */
export const useJobFilter = create<JobFilter>(() => NO_FILTER)
