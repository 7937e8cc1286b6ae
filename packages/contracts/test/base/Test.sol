// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Vm} from "./Vm.sol";

/// @notice The base of every test: the cheatcodes and bounded fuzz input.
abstract contract Test {
    Vm internal constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    function bound(uint256 value, uint256 least, uint256 most) internal pure returns (uint256) {
        if (value >= least && value <= most) return value;
        return least + value % (most - least + 1);
    }
}
