import { API, type Call, dataOf, enter, signedIn } from '../../kit/calls.ts'
import { at, expect, expectAccessible, onPhone, test, untilAlive } from '../../kit/kit.ts'
import { markOf, personOf } from '../../kit/people.ts'
