import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

/**
 * Jest's environment for Node, with an ordinary global object. In Jest's own each use of a global name, such as `Math`,
 * goes through a proxy: loops with arithmetic take ten times as long.
 * https://nodejs.org/api/vm.html#vmconstantsdont_contextify
 */
export default class NodeEnvironment extends TestEnvironment {
  constructor(...given: ConstructorParameters<typeof TestEnvironment>) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(...given);
    } finally {
      vm.createContext = createContext;
    }
  }
}
