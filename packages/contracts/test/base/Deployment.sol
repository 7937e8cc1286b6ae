// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterEscrow} from "../../src/MeterEscrow.sol";
import {TestAusd} from "../../src/TestAusd.sol";
import {Test} from "./Test.sol";

/// @notice Deploys the contracts from the committed creation code, from the file CREATION_CODE_FILE names in its place, or
/// from source when CONTRACTS_FROM_SOURCE is true.
abstract contract Deployment is Test {
    function deployEscrow() internal returns (MeterEscrow) {
        if (fromSource()) return new MeterEscrow();
        return MeterEscrow(create("meterEscrowBytecode"));
    }

    function deployAusd() internal returns (TestAusd) {
        if (fromSource()) return new TestAusd();
        return TestAusd(create("testAusdBytecode"));
    }

    function fromSource() private view returns (bool) {
        return vm.envOr("CONTRACTS_FROM_SOURCE", false);
    }

    function create(string memory name) private returns (address deployed) {
        string memory file = vm.envOr("CREATION_CODE_FILE", string("src/generated/bytecode.ts"));
        bytes memory code = vm.parseBytes(constantIn(file, name));
        assembly {
            deployed := create(0, add(code, 32), mload(code))
        }
        require(deployed != address(0), "not deployed");
    }

    function creationCode(string memory name) internal view returns (bytes memory) {
        return vm.parseBytes(committed("bytecode", name));
    }

    /// @dev The text between the quotes of `export const <name> = '…'` in a generated file.
    function committed(string memory file, string memory name) internal view returns (string memory) {
        return constantIn(string.concat("src/generated/", file, ".ts"), name);
    }

    function constantIn(string memory path, string memory name) private view returns (string memory) {
        string memory text = vm.readFile(path);
        return vm.split(vm.split(text, string.concat("export const ", name, " = "))[1], "'")[1];
    }
}
