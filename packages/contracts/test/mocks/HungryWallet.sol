// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";

/// @notice A wallet that burns all the gas it is given, or returns too much data.
contract HungryWallet is IERC1271 {
    uint256 private immutable _answerSize;

    constructor(uint256 answerSize) {
        _answerSize = answerSize;
    }

    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        uint256 size = _answerSize;
        if (size == 0) while (true) {}
        assembly {
            revert(0, size)
        }
    }
}
